import {
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  toggleTabFocusMode,
} from "@codemirror/commands";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import {
  insertLink,
  toggleBullets,
  toggleHeading,
  toggleInline,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
  type Format,
} from "./format.ts";

/** Applies a format to the selection and leaves the caret in the text. */
export function applyFormat(view: EditorView, format: Format): void {
  view.dispatch(
    view.state.update(format(view.state), { userEvent: "input", scrollIntoView: true }),
  );
  view.focus();
}

function by(format: Format): Command {
  return (view) => {
    applyFormat(view, format);
    return true;
  };
}

/** Elsewhere Tab leaves the editor, as a keyboard needs it to. */
function inList(command: Command): Command {
  return (view) => {
    const line = view.state.doc.lineAt(view.state.selection.main.head).text;
    return /^\s*(?:[-*+]|\d+[.)])\s/.test(line) && command(view);
  };
}

/** The keys of the editor, beside those of where its text lives (undo) and of completion. */
export const editingKeys: readonly KeyBinding[] = [
  { key: "Mod-b", run: by(toggleInline("**")), preventDefault: true },
  { key: "Mod-i", run: by(toggleInline("*")), preventDefault: true },
  { key: "Mod-e", run: by(toggleInline("`")), preventDefault: true },
  { key: "Mod-Shift-x", run: by(toggleInline("~~")), preventDefault: true },
  { key: "Mod-k", run: by(insertLink), preventDefault: true },
  { key: "Mod-Shift-7", run: by(toggleNumbers), preventDefault: true },
  { key: "Mod-Shift-8", run: by(toggleBullets), preventDefault: true },
  { key: "Mod-Shift-9", run: by(toggleTasks), preventDefault: true },
  { key: "Mod-Shift-b", run: by(toggleQuote), preventDefault: true },
  { key: "Mod-Alt-1", run: by(toggleHeading(1)), preventDefault: true },
  { key: "Mod-Alt-2", run: by(toggleHeading(2)), preventDefault: true },
  { key: "Mod-Alt-3", run: by(toggleHeading(3)), preventDefault: true },
  { key: "Tab", run: inList(indentMore), shift: inList(indentLess) },
  { key: "Ctrl-m", run: toggleTabFocusMode },
  { key: "Alt-ArrowUp", run: moveLineUp },
  { key: "Alt-ArrowDown", run: moveLineDown },
  ...standardKeymap,
];
