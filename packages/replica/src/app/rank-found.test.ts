import { expect, test } from "vitest";
import { rankFound } from "./rank-found.ts";

const memo = (id: string, title: string, snippet = "") => ({ id, property: { title }, snippet });
const ranked = (words: string, memos: readonly ReturnType<typeof memo>[], opened: string[] = []) =>
  // What else a property holds is not asked for.
  rankFound(
    words,
    memos as unknown as Parameters<typeof rankFound>[1][number][],
    new Set(opened),
  ).map(({ id }) => id);

test("the better the words stand in a title, the earlier its memo comes", () => {
  const memos = [
    memo("text", "Other", "the tide is late"),
    memo("inside", "Riptides"),
    memo("word", "Why the tide is late"),
    memo("start", "Tide tables"),
  ];
  expect(ranked("tide", memos)).toEqual(["start", "word", "inside", "text"]);
});

test("of equals the one that was opened lately comes first, then the newer one", () => {
  const memos = [memo("newest", "Tide"), memo("middle", "Tide"), memo("opened", "Tide")];
  expect(ranked("tide", memos, ["opened"])).toEqual(["opened", "newest", "middle"]);
  expect(ranked("tide", [memo("text", "Log"), memo("titled", "Tide")], ["text"])).toEqual([
    "titled",
    "text",
  ]);
});

test("a memo without a title is known by its beginning, behind those that are called so", () => {
  const memos = [memo("plain", "", "Tide at six"), memo("called", "Tide at six")];
  expect(ranked("tide", memos)).toEqual(["called", "plain"]);
});

test("all words count, in any order", () => {
  const memos = [memo("one", "Late"), memo("both", "Why the tide is late")];
  expect(ranked("late tide", memos)).toEqual(["both", "one"]);
});
