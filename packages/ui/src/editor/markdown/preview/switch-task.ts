import { isolateHistory } from "@codemirror/commands";
import type { ChangeSpec, EditorState } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";

const taskMark = /^((?:[\s>]*)(?:[-*+]|\d+[.)])[ \t]+\[)([ xX])\](?:[ \t]|$)/;

function switched(state: EditorState, from: number): ChangeSpec | null {
  const [, before, mark] = taskMark.exec(state.sliceDoc(from, state.doc.lineAt(from).to)) ?? [];
  if (before === undefined || mark === undefined) return null;
  const at = from + before.length;
  return { from: at, to: at + 1, insert: mark === " " ? "x" : " " };
}

function change(view: EditorView, changes: readonly ChangeSpec[]): boolean {
  if (changes.length === 0) return false;
  view.dispatch({
    changes,
    userEvent: "input.task",
    // Separate undo step.
    annotations: isolateHistory.of("full"),
  });
  return true;
}

/** Toggles the task whose list mark begins at a position, by changing one character. */
export function switchTaskAt(view: EditorView, from: number): boolean {
  const found = switched(view.state, from);
  return found !== null && change(view, [found]);
}

/** Toggles the tasks of the selected lines. */
export const switchTasks: Command = (view) => {
  const { state } = view;
  const changes: ChangeSpec[] = [];
  for (const { from, to } of state.selection.ranges) {
    for (let at = state.doc.lineAt(from).from; at <= to; at = state.doc.lineAt(at).to + 1) {
      const found = switched(state, at);
      if (found !== null) changes.push(found);
    }
  }
  change(view, changes);
  return true;
};
