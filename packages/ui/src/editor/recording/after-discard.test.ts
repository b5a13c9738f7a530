import { history, historyKeymap } from "@codemirror/commands";
import { EditorView, keymap } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusAfterDiscard, takeBackByKey } from "./after-discard.ts";

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
  test("who was not writing is in the list, where `z` takes it back", () => {
    focusAfterDiscard(view, document.body);
    expect(document.activeElement?.textContent).toBe("Card");
  });

  test("who was writing writes on", () => {
    focusAfterDiscard(view, view.contentDOM);
    expect(document.activeElement).toBe(view.contentDOM);
  });

  test("what is written already is written on", () => {
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
    takeBackByKey(view);
  });

  test("takes back what the message tells, once", () => {
    press("z", {});
    expect(undo).not.toHaveBeenCalled();
    press("z");
    press("z");
    expect(undo).toHaveBeenCalledOnce();
  });

  test("takes back typing once somebody has written on", () => {
    view.dispatch({ changes: { from: 0, insert: "words" } });
    press("z");
    expect(undo).not.toHaveBeenCalled();
    expect(view.state.doc.toString()).toBe("");
  });

  test("is the text's again when the message is gone", () => {
    const [message] = useFeedback.getState().snackbars;
    useFeedback.getState().dismiss(message?.id ?? 0);
    press("z");
    expect(undo).not.toHaveBeenCalled();
  });
});
