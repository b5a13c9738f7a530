import type { EditorView } from "@codemirror/view";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusFirstMemo } from "../../focus/focus-feed.ts";
import { isPressed } from "../../keys/pressed-keys.ts";

/**
 * Moves the focus when a recording is discarded: into the text, unless that is empty and the user wasn't
 * writing when the recording began. Then it moves to the list, where `z` undoes the discarding.
 */
export function focusAfterDiscard(view: EditorView | null, begunFrom: Element | null): void {
  const isAlone = view !== null && view.state.doc.length === 0 && isOutside(view, begunFrom);
  if (!isAlone || !focusFirstMemo()) view?.focus();
}

function isOutside(view: EditorView, element: Element | null): boolean {
  const editor = view.dom.closest(".composer, .inline-editor") ?? view.dom;
  return element === null || !editor.contains(element);
}

/**
 * Lets Ctrl+Z in a text undo the action of the newest message, while that is shown and until the text
 * changes. In a text, `z` is a letter, and Ctrl+Z otherwise undoes typing.
 */
export function undoByKey(view: EditorView | null): void {
  const message = useFeedback.getState().undoable.at(-1);
  if (view === null || message === undefined) return;
  const { doc } = view.state;
  const stop = new AbortController();
  const onKey = (event: KeyboardEvent): void => {
    if (!isPressed(event, "Ctrl+Z")) return;
    stop.abort();
    const { snackbars, undo } = useFeedback.getState();
    if (view.state.doc !== doc || !snackbars.includes(message)) return;
    event.preventDefault();
    event.stopPropagation();
    undo(message.id);
  };
  view.dom.addEventListener("keydown", onKey, { capture: true, signal: stop.signal });
}
