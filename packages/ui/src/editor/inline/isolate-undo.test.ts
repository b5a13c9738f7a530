import { isolateHistory } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { yCollab } from "y-codemirror.next";
import * as Y from "yjs";
import { isolateUndo } from "./isolate-undo.ts";

test("a box that is ticked between two words is taken back by itself", () => {
  const text = new Y.Doc().getText("content");
  text.insert(0, "- [ ] a");
  const undoManager = new Y.UndoManager(text, { trackedOrigins: new Set() });
  const view = new EditorView({
    doc: text.toString(),
    extensions: isolateUndo(undoManager, yCollab(text, null, { undoManager })),
  });
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
  view.destroy();
});
