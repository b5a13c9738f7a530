import { history, undo } from "@codemirror/commands";
import { forceParsing } from "@codemirror/language";
import { EditorView, keymap, runScopeHandlers } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { yCollab } from "y-codemirror.next";
import * as Y from "yjs";
import { useEditingView, type EditingView } from "../../editing-view.ts";
import { editingKeys } from "../editing-keys.ts";
import { markdownSupport } from "../markdown-language.ts";

const open: EditorView[] = [];

function editor(doc: string, view: EditingView = "live", text: Y.Text | null = null): EditorView {
  if (useEditingView.getState().view !== view) useEditingView.getState().toggle();
  const made = new EditorView({
    parent: document.body,
    doc,
    extensions: [
      text === null ? history() : yCollab(text, null),
      keymap.of([...editingKeys]),
      markdownSupport(),
    ],
  });
  open.push(made);
  return made;
}

/** Returns the visible lines, without hidden marks. */
function shown(view: EditorView): string {
  return [...view.contentDOM.querySelectorAll(".cm-line")]
    .map((line) => line.textContent)
    .join("\n");
}

function boxes(view: EditorView): HTMLInputElement[] {
  return [...view.contentDOM.querySelectorAll<HTMLInputElement>("input.cm-task-box")];
}

function press(view: EditorView, key: string, modifiers: KeyboardEventInit = {}): boolean {
  return runScopeHandlers(view, new KeyboardEvent("keydown", { key, ...modifiers }), "editor");
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const view of open.splice(0)) view.destroy();
  vi.useRealTimers();
});

describe("the live preview", () => {
  test("shows the marks of the line with the caret, and hides those of others", () => {
    const view = editor("# One\n**two**\n*three*");
    expect(shown(view)).toBe("# One\ntwo\nthree");
    view.dispatch({ selection: { anchor: 8 } });
    expect(shown(view)).toBe("One\n**two**\nthree");
    expect(view.state.doc.toString()).toBe("# One\n**two**\n*three*");
  });

  test("is toggled by its key, and the choice is stored", () => {
    const view = editor("a\n**b**");
    expect(press(view, "E", { ctrlKey: true, shiftKey: true, keyCode: 69 })).toBe(true);
    expect(shown(view)).toBe("a\n**b**");
    expect(localStorage.getItem("tidemark:editing-view")).toBe("source");
    useEditingView.getState().toggle();
    expect(shown(view)).toBe("a\nb");
  });

  test("changes one character when a box is clicked, as a separate undo step", () => {
    const view = editor("x\n- [ ] a\n- [X] b");
    view.dispatch({ changes: { from: 1, insert: "y" } });
    const [first, second] = boxes(view);
    expect(first?.getAttribute("aria-label")).toBe("a");
    expect([first?.checked, second?.checked]).toEqual([false, true]);
    first?.click();
    expect(view.state.doc.toString()).toBe("xy\n- [x] a\n- [X] b");
    second?.click();
    expect(view.state.doc.toString()).toBe("xy\n- [x] a\n- [ ] b");
    undo(view);
    expect(view.state.doc.toString()).toBe("xy\n- [x] a\n- [X] b");
    expect(view.state.selection.main.head).toBe(0);
  });

  test("toggles the tasks of the selected lines with a key", () => {
    const view = editor("> - [ ] a\n1. [x] b\nc");
    view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    press(view, "l", { ctrlKey: true, keyCode: 76 });
    expect(view.state.doc.toString()).toBe("> - [x] a\n1. [ ] b\nc");
  });

  test("keeps the shape of each line during a composition", () => {
    vi.useFakeTimers();
    const view = editor("**a**\n**b**");
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart"));
    const before = shown(view);
    view.dispatch({ changes: { from: 5, insert: " ‘x’" }, selection: { anchor: 8 } });
    view.dispatch({ changes: { from: 9, to: 9, insert: "**c**\n" } });
    expect(shown(view).split("\n").at(-1)).toBe(before.split("\n").at(-1));
    view.dispatch({ selection: { anchor: view.state.doc.length } });
    expect(shown(view)).toContain("**a** ‘x’");
    view.contentDOM.dispatchEvent(new CompositionEvent("compositionend"));
    vi.runOnlyPendingTimers();
    expect(shown(view)).toContain("a ‘x’");
    expect(shown(view)).not.toContain("**a**");
  });

  test("keeps the shape of a selection while a mouse button is down", () => {
    vi.useFakeTimers();
    const view = editor("a\n**b**");
    view.contentDOM.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    view.dispatch({ selection: { anchor: 4 } });
    expect(shown(view)).toBe("a\nb");
    window.dispatchEvent(new Event("pointerup"));
    vi.runOnlyPendingTimers();
    expect(shown(view)).toBe("a\n**b**");
  });

  test("loads only images of this memo", () => {
    const own = "/file/attachments/0b5c1f0e-8a55-4c0e-9d77-0f6f0c7d9a10/tide.png";
    const view = editor(`\n![a](${own})\n![b](https://example.org/b.png)\n![c](/trpc/changes)`);
    const sources = [...view.dom.querySelectorAll("[src]")].map((each) => each.getAttribute("src"));
    expect(sources).toEqual([own]);
    expect(shown(view)).toBe("\n\nb · example.org\nc");
  });

  test("opens links to safe addresses only", () => {
    const view = editor("\n[a](https://x.org) [b](javascript:alert) [c](//x.org) <mailto:a@x.org>");
    const links = [...view.dom.querySelectorAll("[data-link]")];
    expect(links.map((each) => each.getAttribute("data-link"))).toEqual([
      "https://x.org/",
      "mailto:a@x.org",
    ]);
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    links[0]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(opened).not.toHaveBeenCalled();
    links[0]?.dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: true }));
    expect(opened).toHaveBeenCalledExactlyOnceWith(
      "https://x.org/",
      "_blank",
      "noopener,noreferrer",
    );
    opened.mockRestore();
  });
});

describe("the text", () => {
  /** Returns a generator of pseudo-random numbers, the same for the same seed. */
  function draw(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  const pieces = [
    "**b** ",
    "*i*",
    "==m==",
    "`c`",
    "[l](https://x.org)",
    "# ",
    "> ",
    "- ",
    "- [ ] ",
    "\n",
    "\n\n",
    "```\n",
    "| a | b |\n|---|---|\n",
    "---\n",
    "$x*y$",
    "#tag ",
    "\\*",
    "漢字",
    "👍🏽",
    "  ",
    "![a](/x)",
  ] as const;
  const keys = ["Enter", "Tab", "Backspace", "Delete", "ArrowLeft", "ArrowRight", "Home", "End"];

  /** Types, deletes, selects and presses keys, as the generator determines. */
  function edit(view: EditorView, next: (below: number) => number): void {
    const { doc } = view.state;
    const anchor = boundary(doc.toString(), next(doc.length + 1));
    switch (next(6)) {
      case 0:
        return view.dispatch({ selection: { anchor } });
      case 1: {
        const head = boundary(doc.toString(), Math.min(doc.length, anchor + next(9)));
        return view.dispatch({ selection: { anchor, head } });
      }
      case 2:
        // Keys use the tree as far as it is parsed, and a busy machine parses later.
        forceParsing(view, doc.length, 60_000);
        return void press(view, keys[next(keys.length)] ?? "Enter");
      default: {
        const typed = view.state.replaceSelection(pieces[next(pieces.length)] ?? "a");
        return view.dispatch(typed, { userEvent: "input.type" });
      }
    }
  }

  /** Moves a position out of a surrogate pair. */
  function boundary(text: string, at: number): number {
    return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is the same in both views after random edits, seed %d",
    (seed) => {
      const texts = (["live", "source"] as const).map((view) => {
        const made = editor("", view);
        const next = draw(seed);
        for (let step = 0; step < 150; step += 1) edit(made, next);
        return made.state.doc.toString();
      });
      expect(texts[0]).toBe(texts[1]);
      expect(texts[0]?.length).toBeGreaterThan(50);
    },
  );

  test("is the same in a shared document with remote edits and clicked boxes", () => {
    const text = new Y.Doc().getText("content");
    text.insert(0, "- [ ] a\n**b**\n");
    const view = editor(text.toString(), "live", text);
    const next = draw(9);
    for (let step = 0; step < 200; step += 1) {
      if (step % 3 === 0) edit(view, next);
      else if (step % 3 === 1)
        text.insert(boundary(text.toString(), next(text.length + 1)), pieces[next(15)] ?? "a");
      else boxes(view)[0]?.click();
      expect(view.state.doc.toString()).toBe(text.toString());
    }
  });
});
