import { isolateHistory } from "@codemirror/commands";
import type { Extension, Transaction } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { UndoManager } from "yjs";

/**
 * Lets what asks for it, as a box that is ticked, be taken back by itself over a Yjs text too, and what
 * is written in two places by two steps, however fast one goes from one to the other. Stands around
 * what writes into that.
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

/** The caret was put somewhere else by a person. */
function isMove(transaction: Transaction): boolean {
  return !transaction.docChanged && transaction.isUserEvent("select");
}
