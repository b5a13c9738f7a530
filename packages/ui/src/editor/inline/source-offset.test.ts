import { expect, test } from "vitest";
import { sourceOffset } from "./source-offset.ts";

/** Returns the source with `‸` at the offset. */
function placed(source: string, read: string): string {
  const at = sourceOffset(source, read);
  return `${source.slice(0, at)}‸${source.slice(at)}`;
}

test.each([
  ["plain words here", "plain ", "plain ‸words here"],
  ["plain words here", "plain wo", "plain wo‸rds here"],
  ["a **bold** word", "a bold ", "a **bold** ‸word"],
  [
    "a [link](https://x.org/word) and word",
    "a link and w",
    "a [link](https://x.org/word) and w‸ord",
  ],
  ["- [ ] call `Ines` now", "call Ines n", "- [ ] call `Ines` n‸ow"],
  ["line one\nline two", "line one line t", "line one\nline t‸wo"],
  ["note[^1] and", "note1 a", "note[^1] a‸nd"],
  ["# Head", "", "# ‸Head"],
  ["> - [x] done", "", "> - [x] ‸done"],
  ["漢字かな", "漢字", "漢字‸かな"],
  ["", "gone", "‸"],
])("%j, read up to %j, is %j", (source, read, expected) => {
  expect(placed(source, read)).toBe(expected);
});
