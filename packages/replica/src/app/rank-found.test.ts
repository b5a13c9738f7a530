import { expect, test } from "vitest";
import { rankFound } from "./rank-found.ts";

const memo = (id: string, title: string, snippet = "") => ({ id, property: { title }, snippet });
const ranked = (words: string, memos: readonly ReturnType<typeof memo>[], opened: string[] = []) =>
  // The other properties aren't used.
  rankFound(
    words,
    memos as unknown as Parameters<typeof rankFound>[1][number][],
    new Set(opened),
  ).map(({ id }) => id);

test("ranks a memo higher the better its title matches", () => {
  const memos = [
    memo("text", "Other", "the tide is late"),
    memo("inside", "Riptides"),
    memo("word", "Why the tide is late"),
    memo("start", "Tide tables"),
  ];
  expect(ranked("tide", memos)).toEqual(["start", "word", "inside", "text"]);
});

test("ranks equal matches by recently opened, then newest", () => {
  const memos = [memo("newest", "Tide"), memo("middle", "Tide"), memo("opened", "Tide")];
  expect(ranked("tide", memos, ["opened"])).toEqual(["opened", "newest", "middle"]);
  expect(ranked("tide", [memo("text", "Log"), memo("titled", "Tide")], ["text"])).toEqual([
    "titled",
    "text",
  ]);
});

test("matches a memo without a title by its beginning, below matching titles", () => {
  const memos = [memo("plain", "", "Tide at six"), memo("called", "Tide at six")];
  expect(ranked("tide", memos)).toEqual(["called", "plain"]);
});

test("requires all words, in any order", () => {
  const memos = [memo("one", "Late"), memo("both", "Why the tide is late")];
  expect(ranked("late tide", memos)).toEqual(["both", "one"]);
});
