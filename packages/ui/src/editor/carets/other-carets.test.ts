import type { Caret, OtherEditor } from "@tidemark/core/carets";
import { EditorView } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { yCollab } from "y-codemirror.next";
import * as Y from "yjs";
import { otherCarets } from "./other-carets.ts";
import { indexOf, placeOf } from "./places.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has no layout: derive each position from its index.
  vi.spyOn(EditorView.prototype, "coordsAtPos").mockImplementation((at) => {
    const left = at * 10;
    return { left, right: left, top: 40, bottom: 60 };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Opens an editor with `Hello`, and records the carets that it sends. */
function open() {
  const text = new Y.Doc().getText("content");
  text.insert(0, "Hello");
  const undoManager = new Y.UndoManager(text, { trackedOrigins: new Set() });
  const sent: (Caret | null)[] = [];
  let hear: (others: readonly OtherEditor[]) => void = () => {};
  const view = new EditorView({
    parent: document.body,
    doc: text.toString(),
    extensions: [
      yCollab(text, null, { undoManager }),
      otherCarets({
        text,
        gen: 1,
        line: {
          watch(onOthers) {
            hear = onOthers;
            return () => {};
          },
          show: (caret) => sent.push(caret),
        },
        onOthers: () => {},
      }),
    ],
  });
  view.focus();
  const at = (index: number, more: Partial<Caret> = {}): OtherEditor => {
    const place = placeOf(text, index);
    const caret = { gen: 1, anchor: place, head: place, isTyping: false, ...more };
    return { session: 9, device: "Laptop", caret };
  };
  return {
    text,
    view,
    sent,
    at,
    async hear(...others: OtherEditor[]) {
      await vi.advanceTimersByTimeAsync(0);
      hear(others);
      await vi.advanceTimersByTimeAsync(50);
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    caret: () => document.querySelector<HTMLElement>(".other-caret"),
    left: () => {
      const { left = "" } = document.querySelector<HTMLElement>(".other-caret")?.style ?? {};
      return Math.round(Number.parseFloat(left));
    },
  };
}

describe("other editors' carets", () => {
  test("V5a · are drawn beside the text with a name, hidden from screen readers", async () => {
    const editor = open();
    await editor.hear(editor.at(3));
    expect(editor.caret()?.textContent).toBe("Laptop");
    expect(editor.caret()?.hasAttribute("data-named")).toBe(true);
    expect(editor.caret()?.closest("[aria-hidden=true]")).not.toBeNull();
    expect(editor.view.contentDOM.contains(editor.caret())).toBe(false);
    expect(editor.view.contentDOM.textContent).toBe("Hello");
    await editor.hear();
    expect(editor.caret()).toBeNull();
  });

  test("V5 · move with edits, and keep their place until missing text arrives", async () => {
    const editor = open();
    await editor.hear(editor.at(3));
    const from = editor.left();
    editor.view.dispatch({ changes: { from: 0, insert: "Oh " } });
    await editor.pass(50);
    expect(editor.left() - from).toBe(30);
    // Its text hasn't arrived yet.
    const elsewhere = new Y.Doc().getText("content");
    Y.applyUpdate(elsewhere.doc!, Y.encodeStateAsUpdate(editor.text.doc!));
    elsewhere.insert(8, " you");
    const ahead = placeOf(elsewhere, 12);
    await editor.hear(editor.at(0, { anchor: ahead, head: ahead }));
    expect(editor.left() - from).toBe(30);
    Y.applyUpdate(editor.text.doc!, Y.encodeStateAsUpdate(elsewhere.doc!), "remote");
    await editor.pass(50);
    expect(editor.left() - from).toBe(90);
  });

  test("V5 · are hidden if they belong to another generation of the document", async () => {
    const editor = open();
    await editor.hear(editor.at(3, { gen: 2 }));
    expect(editor.caret()).toBeNull();
  });

  test("V5a · lose their flag a while after moving, even if other updates follow", async () => {
    const editor = open();
    await editor.hear(editor.at(3, { isTyping: true }));
    await editor.pass(3_000);
    await editor.hear(editor.at(3));
    expect(editor.caret()?.hasAttribute("data-named")).toBe(true);
    await editor.pass(1_500);
    expect(editor.caret()?.hasAttribute("data-named")).toBe(false);
    await editor.hear(editor.at(2));
    expect(editor.caret()?.hasAttribute("data-named")).toBe(true);
  });
});

describe("this editor's caret", () => {
  test("V4 · is not sent while the user is alone, and is sent when another editor joins", async () => {
    const editor = open();
    await editor.pass(10);
    editor.view.dispatch({ selection: { anchor: 2 } });
    await editor.pass(10_000);
    expect(editor.sent).toEqual([]);
    await editor.hear({ session: 9, device: "Laptop", caret: null });
    const [shown] = editor.sent;
    expect(indexOf(editor.text, shown?.head ?? "")).toBe(2);
    expect(shown?.isTyping).toBe(false);
  });

  test("V2c · is sent at most five times a second, reports typing, and is renewed", async () => {
    const editor = open();
    await editor.hear({ session: 9, device: "Laptop", caret: null });
    await editor.pass(1_000);
    editor.sent.length = 0;
    for (let n = 0; n < 20; n += 1) {
      editor.view.dispatch({ changes: { from: n, insert: "x" }, selection: { anchor: n + 1 } });
      await editor.pass(50);
    }
    expect(editor.sent.length).toBeGreaterThan(3);
    expect(editor.sent.length).toBeLessThanOrEqual(6);
    await editor.pass(200);
    expect(editor.sent.at(-1)?.isTyping).toBe(true);
    expect(indexOf(editor.text, editor.sent.at(-1)?.head ?? "")).toBe(20);
    const before = editor.sent.length;
    await editor.pass(3_000);
    expect(editor.sent.slice(before).map((caret) => caret?.isTyping)).toEqual([false]);
    await editor.pass(5_000);
    expect(editor.sent.length).toBe(before + 2);
  });

  test("V4 · is removed when the editor loses the focus", async () => {
    const editor = open();
    await editor.hear({ session: 9, device: "Laptop", caret: null });
    expect(editor.sent.at(-1)).not.toBeNull();
    editor.view.contentDOM.blur();
    await editor.pass(6_000);
    expect(editor.sent.at(-1)).toBeNull();
    const { length } = editor.sent;
    await editor.pass(20_000);
    expect(editor.sent.length).toBe(length);
  });

  test("V2 · doesn't report typing for remote edits", async () => {
    const editor = open();
    await editor.hear({ session: 9, device: "Laptop", caret: null });
    await editor.pass(1_000);
    const elsewhere = new Y.Doc();
    Y.applyUpdate(elsewhere, Y.encodeStateAsUpdate(editor.text.doc!));
    elsewhere.getText("content").insert(0, "You: ");
    Y.applyUpdate(editor.text.doc!, Y.encodeStateAsUpdate(elsewhere), "remote");
    await editor.pass(300);
    expect(editor.sent.at(-1)?.isTyping).toBe(false);
  });
});
