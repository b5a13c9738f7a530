import { expect, test } from "vitest";
import { draftTurns } from "./draft-turns.ts";

test("keeps the draft that a page sent last, in whatever order they arrive", () => {
  const isNext = draftTurns();
  expect(isNext("composer", { page: "a", number: 2 })).toBe(true);
  expect(isNext("composer", { page: "a", number: 1 })).toBe(false);
  expect(isNext("composer-sent", { page: "a", number: 1 })).toBe(true);
  expect(isNext("composer", { page: "a", number: 3 })).toBe(true);
});

test("treats pages independently, and stores drafts without a turn as they arrive", () => {
  const isNext = draftTurns();
  expect(isNext("composer", { page: "a", number: 7 })).toBe(true);
  expect(isNext("composer", { page: "b", number: 1 })).toBe(true);
  expect(isNext("composer", undefined)).toBe(true);
});
