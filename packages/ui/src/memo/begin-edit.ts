import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { isInText } from "../focus/is-in-text.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { lookedAt, type Point } from "./looked-at.ts";

/** Its files come over a way that may be slow. */
const longestMs = 15_000;

/** Opens the editor of a memo at the line that one pointed at, or looks at. */
export function beginEdit(id: string, pointed: Point | null = null): void {
  const body = cardOf(id)?.querySelector<HTMLElement>(".memo-body");
  const place = body === null || body === undefined ? null : lookedAt(body, pointed);
  setUi({ editingId: id, activeId: id, editingAt: place });
  // It takes the focus itself once it has come, and with it what was typed on the way.
  const hasFocus = (): boolean => {
    const { activeElement } = document;
    return isInText(activeElement) && cardOf(id)?.contains(activeElement) === true;
  };
  focusWhenShown(hasFocus, {
    forMs: longestMs,
    isGivenUp: () => useUi.getState().editingId !== id || cardOf(id) === null,
    giveUp: () => setUi({ editingId: null }),
  });
}

function cardOf(id: string): HTMLElement | null {
  return document.getElementById(`memo-${id}`);
}
