import { expect, test } from "vitest";
import { tagsOfMany } from "./tags-of-many.ts";

test("tags that all memos have are apart from those that some have", () => {
  const memos = [
    ["sea", "boat"],
    ["boat", "rope"],
    ["boat", "sea", "ale"],
  ].map((tags) => ({ tags }));
  expect(tagsOfMany(memos)).toEqual({
    all: ["boat"],
    some: [
      { tag: "sea", count: 2 },
      { tag: "ale", count: 1 },
      { tag: "rope", count: 1 },
    ],
  });
});

test("one memo has all of its own", () => {
  expect(tagsOfMany([{ tags: ["sea", "boat"] }])).toEqual({ all: ["sea", "boat"], some: [] });
});
