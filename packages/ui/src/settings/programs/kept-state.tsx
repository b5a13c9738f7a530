import { describeError } from "../../data/client.tsx";
import { useLanguage } from "../../language/language.ts";
import { programStrings as strings } from "./strings.ts";
import type { KeptThere } from "./use-kept-there.ts";

/** In words what is to be known beside a list that the server keeps, or instead of it. */
export function KeptState(props: { readonly kept: KeptThere<unknown>; readonly none: string }) {
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
  if (items === undefined) return <p className="setting-help">{strings.loading}</p>;
  return items.length === 0 ? <p className="setting-help">{props.none}</p> : null;
}
