import { expect, test } from "vitest";
import { plainListKey } from "./plain-list-keys.ts";

/** Returns the text after a key, with `|` for the caret; `null` if the key isn't handled. */
function press(key: string, marked: string): string | null {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const [name = "", shift] = key.split("+").toReversed();
  const change = plainListKey({ key: name, shiftKey: shift === "Shift" }, text, caret);
  return change && text.slice(0, change.from) + change.insert + text.slice(change.to);
}

test.each([
  ["Enter", "- one|", "- one\n- "],
  ["Enter", "- one|two", "- one\n- two"],
  ["Enter", "a\n  * one|\nb", "a\n  * one\n  * \nb"],
  ["Enter", "9. one|", "9. one\n10. "],
  ["Enter", "1) one|", "1) one\n2) "],
  ["Enter", "- [x] one|", "- [x] one\n- [ ] "],
  ["Enter", "- one\n- |", "- one\n\n"],
  ["Enter", "- one\n\n- |", "- one\n\n"],
  ["Enter", "- [ ] |", ""],
  ["Tab", "- one\n- |", "- one\n  - "],
  ["Shift+Tab", "- one\n  - |b", "- one\n- b"],
  ["Shift+Tab", "- one|", "- one"],
])("%s in %j gives %j", (key, before, after) => {
  expect(press(key, before)).toBe(after);
});

test.each([
  ["Enter", "one|"],
  ["Enter", "|- one"],
  ["Shift+Enter", "- one|"],
  ["Tab", "one|"],
  ["Tab", "- one\n\nabout|"],
  ["Enter", "-one|"],
  ["x", "- one|"],
])("%s in %j is not handled", (key, before) => {
  expect(press(key, before)).toBeNull();
});
