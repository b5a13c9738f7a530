import type { ReactNode } from "react";
import { describeError } from "../../data/client.tsx";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";
import type { KeptThere } from "./use-kept-there.ts";

/** List of items stored on the server, with a message next to it or in its place. */
export function KeptList<T>(props: {
  readonly kept: KeptThere<T>;
  readonly name: string;
  /** Message for an empty list. */
  readonly none: string;
  readonly children: (item: T) => ReactNode;
}) {
  const { kept, name, none, children } = props;
  return (
    <>
      <KeptState kept={kept} none={none} />
      {kept.items !== undefined && kept.items.length > 0 && (
        <ul aria-label={name} className="kept-there">
          {kept.items.map(children)}
        </ul>
      )}
    </>
  );
}

function KeptState(props: { readonly kept: KeptThere<unknown>; readonly none: string }) {
  useLanguage();
  const { items, isOldServer, isReachable, error, readAgain } = props.kept;
  if (isOldServer) return <p className="setting-help">{strings.oldServer}</p>;
  if (!isReachable) {
    return (
      <p role="status" className="setting-help">
        {strings.away}
      </p>
    );
  }
  if (error !== null) {
    return (
      <div role="alert" className="setting-help">
        <p>{strings.failed(describeError(error))}</p>
        <button type="button" className="button mt-2" onClick={() => void readAgain()}>
          {strings.again}
        </button>
      </div>
    );
  }
  if (items === undefined) return <p className="setting-help">{strings.asking}</p>;
  return items.length === 0 ? <p className="setting-help">{props.none}</p> : null;
}
