import { deriveMemo } from "@tidemark/core/markdown";
import { expect, test } from "vitest";
import { createDeriveThread } from "./derive-thread.ts";

const texts = [
  "# Title\n\n#work [a](https://example.org)",
  "- [ ] a\n- [x] b\n\n`c`",
  "日本語 #タグ",
  "",
];

test("a thread derives the same data as the main thread, and answers calls in order", async () => {
  const deriveTexts = createDeriveThread();
  const answers = await Promise.all([
    deriveTexts(texts),
    deriveTexts([]),
    deriveTexts(texts.toReversed()),
  ]);
  const expected = texts.map(deriveMemo);
  expect(answers).toEqual([expected, [], expected.toReversed()]);
});

test("invalid input rejects, and so do all calls after the thread crashed", async () => {
  const deriveTexts = createDeriveThread();
  // A value that isn't a string crashes the thread.
  const wrong = [null] as unknown as readonly string[];
  const asked = [deriveTexts(wrong), deriveTexts(texts)];
  for (const answer of asked) await expect(answer).rejects.toThrow("null");
  await expect(deriveTexts(texts)).rejects.toThrow("null");
});
