import {
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  toggleTabFocusMode,
} from "@codemirror/commands";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { bindings } from "../../commands/bindings.ts";
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

/** Applies a format to the selection and focuses the text. */
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

/** Limits a command to list items. Elsewhere Tab must leave the editor, for keyboard users. */
function inList(command: Command): Command {
  return (view) => {
    const line = view.state.doc.lineAt(view.state.selection.main.head).text;
    return /^\s*(?:[-*+]|\d+[.)])\s/.test(line) && command(view);
  };
}

/** Key bindings of the editor, except for undo and completion. */
export const editingKeys: readonly KeyBinding[] = [
  ...bindings("formatting", {
    bold: by(toggleInline("**")),
    italic: by(toggleInline("*")),
    code: by(toggleInline("`")),
    strike: by(toggleInline("~~")),
    link: by(insertLink),
    numbers: by(toggleNumbers),
    bullets: by(toggleBullets),
    task: by(toggleTasks),
    quote: by(toggleQuote),
    heading: [by(toggleHeading(1)), by(toggleHeading(2)), by(toggleHeading(3))],
  }),
  { key: "Tab", run: inList(indentMore), shift: inList(indentLess) },
  { key: "Ctrl-m", run: toggleTabFocusMode },
  { key: "Alt-ArrowUp", run: moveLineUp },
  { key: "Alt-ArrowDown", run: moveLineDown },
  ...standardKeymap,
];
