import { expect, test } from "vitest";
import { draftTurns } from "./draft-turns.ts";

test("of two drafts of a page the one that was sent last holds, whichever comes first", () => {
  const isNext = draftTurns();
  expect(isNext("composer", { page: "a", number: 2 })).toBe(true);
  expect(isNext("composer", { page: "a", number: 1 })).toBe(false);
  expect(isNext("composer-sent", { page: "a", number: 1 })).toBe(true);
  expect(isNext("composer", { page: "a", number: 3 })).toBe(true);
});

test("pages do not wait for one another, and who says no turn is taken as it comes", () => {
  const isNext = draftTurns();
  expect(isNext("composer", { page: "a", number: 7 })).toBe(true);
  expect(isNext("composer", { page: "b", number: 1 })).toBe(true);
  expect(isNext("composer", undefined)).toBe(true);
});
