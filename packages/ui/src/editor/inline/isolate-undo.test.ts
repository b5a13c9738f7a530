import { isolateHistory } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { expect, onTestFinished, test } from "vitest";
import { yCollab } from "y-codemirror.next";
import * as Y from "yjs";
import { isolateUndo } from "./isolate-undo.ts";

function editorOf(content: string) {
  const text = new Y.Doc().getText("content");
  text.insert(0, content);
  const undoManager = new Y.UndoManager(text, { trackedOrigins: new Set() });
  const view = new EditorView({
    doc: text.toString(),
    extensions: isolateUndo(undoManager, yCollab(text, null, { undoManager })),
  });
  onTestFinished(() => view.destroy());
  return { text, undoManager, view };
}

test("undoes a checked box separately from the text typed before and after it", () => {
  const { text, undoManager, view } = editorOf("- [ ] a");
  view.dispatch({ changes: { from: 7, insert: "b" } });
  view.dispatch({
    changes: { from: 3, to: 4, insert: "x" },
    annotations: isolateHistory.of("full"),
  });
  view.dispatch({ changes: { from: 8, insert: "c" } });
  expect(text.toString()).toBe("- [x] abc");
  undoManager.undo();
  expect(view.state.doc.toString()).toBe("- [x] ab");
  undoManager.undo();
  expect(view.state.doc.toString()).toBe("- [ ] ab");
  undoManager.undo();
  expect(view.state.doc.toString()).toBe("- [ ] a");
});

test("undoes text typed in two places in two steps, whatever the time between", () => {
  const { text, undoManager, view } = editorOf("one\ntwo");
  const type = (at: number, insert: string): void =>
    view.dispatch({
      changes: { from: at, insert },
      selection: { anchor: at + insert.length },
      userEvent: "input.type",
    });
  type(3, "!");
  type(4, "!");
  view.dispatch({ selection: { anchor: 9 }, userEvent: "select" });
  type(9, "?");
  expect(text.toString()).toBe("one!!\ntwo?");
  undoManager.undo();
  expect(text.toString()).toBe("one!!\ntwo");
  undoManager.undo();
  expect(text.toString()).toBe("one\ntwo");
});
