import { history, historyKeymap } from "@codemirror/commands";
import { EditorView, keymap } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusAfterDiscard, undoByKey } from "./after-discard.ts";

let view: EditorView;
let composer: HTMLElement;

beforeEach(() => {
  useFeedback.setState({ snackbars: [], undoable: [] });
  composer = document.createElement("section");
  composer.className = "composer";
  const list = document.createElement("div");
  list.dataset["memoList"] = "";
  list.innerHTML = '<article tabindex="0">Card</article>';
  document.body.append(composer, list);
  view = new EditorView({
    parent: composer,
    extensions: [history(), keymap.of([...historyKeymap])],
  });
});
afterEach(() => {
  view.destroy();
  document.body.replaceChildren();
});

function press(key: string, held: KeyboardEventInit = { ctrlKey: true }): void {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held });
  view.contentDOM.dispatchEvent(event);
}

describe("when a recording is discarded", () => {
  test("focuses the list if the user wasn't writing, where `z` undoes it", () => {
    focusAfterDiscard(view, document.body);
    expect(document.activeElement?.textContent).toBe("Card");
  });

  test("keeps the focus in the text if the user was writing", () => {
    focusAfterDiscard(view, view.contentDOM);
    expect(document.activeElement).toBe(view.contentDOM);
  });

  test("focuses a text that isn't empty", () => {
    view.dispatch({ changes: { from: 0, insert: "words" } });
    focusAfterDiscard(view, document.body);
    expect(document.activeElement).toBe(view.contentDOM);
  });
});

describe("Ctrl+Z in the text", () => {
  const undo = vi.fn(async () => {});
  beforeEach(() => {
    undo.mockClear();
    useFeedback.getState().say("Recording discarded", undo);
    undoByKey(view);
  });

  test("undoes the discarding once", () => {
    press("z", {});
    expect(undo).not.toHaveBeenCalled();
    press("z");
    press("z");
    expect(undo).toHaveBeenCalledOnce();
  });

  test("undoes typing once the user has typed more", () => {
    view.dispatch({ changes: { from: 0, insert: "words" } });
    press("z");
    expect(undo).not.toHaveBeenCalled();
    expect(view.state.doc.toString()).toBe("");
  });

  test("undoes typing again once the message is closed", () => {
    const [message] = useFeedback.getState().snackbars;
    useFeedback.getState().dismiss(message?.id ?? 0);
    press("z");
    expect(undo).not.toHaveBeenCalled();
  });
});
