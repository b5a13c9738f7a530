import { focusWhenShown, isInText } from "../focus/focus-when-shown.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { lookedAt, type Point } from "./looked-at.ts";

/** Opens the editor of a memo at the line that one pointed at, or looks at. */
export function beginEdit(id: string, pointed: Point | null = null): void {
  const body = document.getElementById(`memo-${id}`)?.querySelector<HTMLElement>(".memo-body");
  const place = body === null || body === undefined ? null : lookedAt(body, pointed);
  setUi({ editingId: id, activeId: id, editingAt: place });
  // It takes the focus itself once it has come, and with it what was typed on the way.
  focusWhenShown(
    () => isInText(document.activeElement),
    () => useUi.getState().editingId !== id,
  );
}
