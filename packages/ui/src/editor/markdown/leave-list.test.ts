import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { leaveList } from "./leave-list.ts";
import { markdownSupport } from "./markdown-language.ts";

/** Returns the text after the command, with `|` for the caret; `null` if it doesn't handle the key. */
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
])("replaces an empty item by a blank line: %j", (before, after) => {
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
])("doesn't handle anything else: %j", (before) => {
  expect(run(before)).toBeNull();
});
