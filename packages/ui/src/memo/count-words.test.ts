import { expect, test } from "vitest";
import { countWords } from "./count-words.ts";

test.each([
  ["# Why the tide is late", 5],
  ["- [ ] oil, *warm*", 2],
  ["潮水退去", 2],
  ["", 0],
])("%j has %i words", (text, count) => {
  expect(countWords(text, "en")).toBe(count);
});
