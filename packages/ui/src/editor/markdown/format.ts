import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type Line,
  type TransactionSpec,
} from "@codemirror/state";

/** Change to the Markdown around the selection. A toggle reverts itself when it is applied again. */
export type Format = (state: EditorState) => TransactionSpec;

/** Adds a mark like `**` on both sides of every selection, or removes it. */
export function toggleInline(mark: string): Format {
  return (state) =>
    state.changeByRange((range) => {
      const { from, to } = range;
      const length = mark.length;
      const before = state.sliceDoc(from - length, from);
      const after = state.sliceDoc(to, to + length);
      // `*` inside `**` is not a mark of its own.
      const isInside =
        before === mark &&
        after === mark &&
        (length > 1 || state.sliceDoc(from - 2, from - 1) !== mark);
      if (isInside) {
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(from - length, to - length),
        };
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + length, to + length),
      };
    });
}

const anyHeading = /^#{1,6}\s+/;
const anyListMark = /^(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)/;

/** Turns the lines into headings of a level, or back into plain text. */
export function toggleHeading(level: 1 | 2 | 3): Format {
  const prefix = `${"#".repeat(level)} `;
  return (state) =>
    changeLines(state, (text) => {
      const old = anyHeading.exec(text)?.[0] ?? "";
      return { remove: old.length, insert: old === prefix ? "" : prefix };
    });
}

/** Cycles the line through plain text and the three levels. */
export const cycleHeading: Format = (state) => {
  const line = state.doc.lineAt(state.selection.main.head).text;
  const level = (anyHeading.exec(line)?.[0].trim().length ?? 0) + 1;
  if (level === 1 || level === 2 || level === 3) return toggleHeading(level)(state);
  return changeLines(state, (text) => ({
    remove: anyHeading.exec(text)?.[0].length ?? 0,
    insert: "",
  }));
};

export const toggleBullets = toggleList(/^[-*+]\s+(?!\[[ xX]\]\s)/, () => "- ");
export const toggleNumbers = toggleList(/^\d+[.)]\s+/, (index) => `${index + 1}. `);
export const toggleTasks = toggleList(/^[-*+]\s+\[[ xX]\]\s+/, () => "- [ ] ");

function toggleList(own: RegExp, mark: (index: number) => string): Format {
  return (state) => {
    const isOn = selectedLines(state).every((line) => own.test(line.text.trimStart()));
    return changeLines(state, (text, index) => ({
      remove: anyListMark.exec(text)?.[0].length ?? 0,
      insert: isOn ? "" : mark(index),
    }));
  };
}

export const toggleQuote: Format = (state) => {
  const isOn = selectedLines(state).every((line) => /^\s*>/.test(line.text));
  return changeLines(state, (text) => ({
    remove: isOn ? (/^>\s?/.exec(text)?.[0].length ?? 0) : 0,
    insert: isOn ? "" : "> ",
  }));
};

/** Inserts `[text](address)`: a selected address becomes the target, anything else the text. */
export const insertLink: Format = (state) =>
  state.changeByRange(({ from, to }) => {
    const selected = state.sliceDoc(from, to);
    if (/^https?:\/\/\S+$/.test(selected)) {
      return {
        changes: { from, to, insert: `[](${selected})` },
        range: EditorSelection.cursor(from + 1),
      };
    }
    return {
      changes: { from, to, insert: `[${selected}]()` },
      range: EditorSelection.cursor(to + 3),
    };
  });

function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      lines.set(line.number, line);
      at = line.to + 1;
    }
  }
  return [...lines.values()];
}

function changeLines(
  state: EditorState,
  change: (text: string, index: number) => { remove: number; insert: string },
): TransactionSpec {
  const changes: ChangeSpec[] = selectedLines(state).map((line, index) => {
    const indent = line.text.length - line.text.trimStart().length;
    const { remove, insert } = change(line.text.slice(indent), index);
    const from = line.from + indent;
    return { from, to: from + remove, insert };
  });
  const set = state.changes(changes);
  // A caret before an inserted mark moves to its end.
  return { changes: set, selection: state.selection.map(set, 1) };
}
