import { setUi } from "../../state/ui-state.ts";
import { useLanguage } from "../../language/language.ts";
import { syncStrings } from "../strings.ts";

/** Message for a profile without a server. */
export function NoServer() {
  useLanguage();
  return (
    <div className="px-4 py-10 text-center">
      <p className="text-dialog font-semibold">{syncStrings.noServer}</p>
      <p className="mt-1 text-text-2">{syncStrings.explain.local}</p>
      <button
        type="button"
        className="button mt-5"
        onClick={() => setUi({ syncDetails: null, isConnectOpen: true })}
      >
        {syncStrings.connectServer}
      </button>
    </div>
  );
}
