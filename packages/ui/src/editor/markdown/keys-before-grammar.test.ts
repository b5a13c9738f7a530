import { EditorState } from "@codemirror/state";
import { EditorView, runScopeHandlers } from "@codemirror/view";
import { expect, onTestFinished, test } from "vitest";
import { keysBeforeGrammar } from "./keys-before-grammar.ts";

function editorOf(doc: string): EditorView {
  const view = new EditorView({
    state: EditorState.create({
      doc,
      selection: { anchor: doc.length },
      extensions: keysBeforeGrammar,
    }),
  });
  onTestFinished(() => view.destroy());
  return view;
}

function press(view: EditorView, key: string, shiftKey = false): boolean {
  return runScopeHandlers(view, new KeyboardEvent("keydown", { key, shiftKey }), "editor");
}

test("continues, nests and unnests a list before the grammar is loaded", () => {
  const view = editorOf("- one");
  expect(press(view, "Enter")).toBe(true);
  expect(press(view, "Tab")).toBe(true);
  view.dispatch(view.state.replaceSelection("below"));
  expect(view.state.doc.toString()).toBe("- one\n  - below");
  expect(press(view, "Tab", true)).toBe(true);
  expect(view.state.doc.toString()).toBe("- one\n- below");
  expect(view.state.selection.main.head).toBe("- one\n- below".length);
});

test("doesn't handle keys outside a list", () => {
  const view = editorOf("plain");
  expect(press(view, "Enter")).toBe(false);
  expect(press(view, "Tab")).toBe(false);
  expect(view.state.doc.toString()).toBe("plain");
});
