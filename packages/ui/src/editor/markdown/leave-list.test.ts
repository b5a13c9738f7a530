import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { leaveList } from "./leave-list.ts";
import { markdownSupport } from "./markdown-language.ts";

/** The text behind the command, `|` for the caret; null where it leaves the key to others. */
function run(marked: string): string | null {
  const caret = marked.indexOf("|");
  const doc = marked.replace("|", "");
  const state = EditorState.create({
    doc,
    selection: { anchor: caret },
    extensions: markdownSupport(),
  });
  let after: EditorState | null = null;
  leaveList({ state, dispatch: (transaction) => (after = transaction.state) });
  if (after === null) return null;
  const { doc: text, selection } = after as EditorState;
  return `${text.sliceString(0, selection.main.head)}|${text.sliceString(selection.main.head)}`;
}

test.each([
  ["- [ ] one\n- [ ] |", "- [ ] one\n\n|"],
  ["- [x] one\n- [ ] |\nbelow", "- [x] one\n\n|\nbelow"],
  ["- one\n- |", "- one\n\n|"],
  ["9. one\n10. |", "9. one\n\n|"],
  ["- one\n  - two\n- |", "- one\n  - two\n\n|"],
])("an empty item is left for a blank line: %j", (before, after) => {
  expect(run(before)).toBe(after);
});

test.each([
  "- one\n- tw|o",
  "- one\n  - |",
  "- |",
  "- one\n\n- |",
  "```\n- one\n- |\n```",
  "one|",
  "- one\n-| ",
])("nothing else is touched: %j", (before) => {
  expect(run(before)).toBeNull();
});
