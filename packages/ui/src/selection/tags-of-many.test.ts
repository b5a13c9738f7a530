import { expect, test } from "vitest";
import { tagsOfMany } from "./tags-of-many.ts";

test("tags of all memos are separate from tags of some", () => {
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

test("a single memo has all of its tags in common", () => {
  expect(tagsOfMany([{ tags: ["sea", "boat"] }])).toEqual({ all: ["sea", "boat"], some: [] });
});
