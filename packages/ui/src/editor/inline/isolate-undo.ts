import { isolateHistory } from "@codemirror/commands";
import type { Extension, Transaction } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { UndoManager } from "yjs";

/**
 * Separates undo steps of a Yjs text: for transactions with `isolateHistory`, such as a checked box, and for
 * text typed in two places. Wraps the extension that writes to the Yjs text.
 */
export function isolateUndo(undoManager: UndoManager, writing: Extension): Extension {
  const stop = (isBefore: boolean) =>
    ViewPlugin.define(() => ({
      update({ transactions }) {
        if (isBefore && transactions.some(isMove)) undoManager.stopCapturing();
        const asked = transactions.map((each) => each.annotation(isolateHistory));
        const side = isBefore ? "before" : "after";
        if (asked.includes("full") || asked.includes(side)) undoManager.stopCapturing();
      },
    }));
  return [stop(true), writing, stop(false)];
}

/** Returns true if the user moved the caret. */
function isMove(transaction: Transaction): boolean {
  return !transaction.docChanged && transaction.isUserEvent("select");
}
