import type { ReactNode } from "react";
import { useLanguage } from "../language/language.ts";
import { describeProblem, refusalCodeOf } from "./ask-server.ts";
import { adminStrings as strings } from "./strings.ts";

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    refetch(): Promise<unknown>;
  };
  readonly children: (data: Data) => ReactNode;
}

/** Data of the server once it is loaded, or the reason why it isn't. After a failure nothing is shown. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  useLanguage();
  const { data, error } = query;
  if (error !== null) {
    const isDenied = refusalCodeOf(error) === "PERMISSION_DENIED";
    return (
      <div role="alert" className="setting-block setting-help">
        <p>{isDenied ? strings.notAdministrator : strings.failed(describeProblem(error))}</p>
        <button type="button" className="button mt-2" onClick={() => void query.refetch()}>
          {strings.again}
        </button>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <p role="status" className="setting-block setting-help">
        {strings.loading}
      </p>
    );
  }
  return children(data);
}
