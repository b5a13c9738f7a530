import { isForEditor } from "../commands/press.ts";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { isInText } from "../focus/is-in-text.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { lookedAt, type Point } from "./looked-at.ts";

/** Maximum wait for the editor in milliseconds: its code may load over a slow network. */
const longestMs = 15_000;

/** Opens the editor of a memo at the clicked line, or at the line in view. */
export function beginEdit(id: string, pointed: Point | null = null): void {
  const body = cardOf(id)?.querySelector<HTMLElement>(".memo-body");
  const place = body === null || body === undefined ? null : lookedAt(body, pointed);
  setUi({ editingId: id, activeId: id, editingAt: place });
  // The editor takes the focus when it is loaded, with the keys typed meanwhile.
  const hasFocus = (): boolean => {
    const { activeElement } = document;
    return isInText(activeElement) && cardOf(id)?.contains(activeElement) === true;
  };
  focusWhenShown(hasFocus, {
    forMs: longestMs,
    takes: isForEditor,
    isGivenUp: () => useUi.getState().editingId !== id || cardOf(id) === null,
    giveUp: () => setUi({ editingId: null }),
  });
}

function cardOf(id: string): HTMLElement | null {
  return document.getElementById(`memo-${id}`);
}
