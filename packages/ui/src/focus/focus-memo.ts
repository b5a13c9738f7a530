import { flushSync } from "react-dom";
import { setUi } from "../state/ui-state.ts";

/** Makes a memo the active one and moves the focus to it; the active row is always mounted. */
export function focusMemo(id: string): void {
  flushSync(() => setUi({ activeId: id }));
  document.getElementById(`memo-${id}`)?.focus();
}
