import { flushSync } from "react-dom";
import { setUi } from "../state/ui-state.ts";

/** Activates a memo and focuses it; the active row is always mounted. */
export function focusMemo(id: string): void {
  flushSync(() => setUi({ activeId: id }));
  document.getElementById(`memo-${id}`)?.focus();
}
