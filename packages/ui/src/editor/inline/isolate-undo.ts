import { isolateHistory } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";
import type { UndoManager } from "yjs";

/**
 * Lets what asks for it, as a box that is ticked, be taken back by itself over a Yjs text too. Stands
 * around what writes into that.
 */
export function isolateUndo(undoManager: UndoManager, writing: Extension): Extension {
  const stop = (isBefore: boolean) =>
    ViewPlugin.define(() => ({
      update({ transactions }) {
        const asked = transactions.map((each) => each.annotation(isolateHistory));
        const side = isBefore ? "before" : "after";
        if (asked.includes("full") || asked.includes(side)) undoManager.stopCapturing();
      },
    }));
  return [stop(true), writing, stop(false)];
}
