import { expect, test } from "vitest";
import { daysInTrash } from "./trash-days.ts";

const dayMs = 86_400_000;

test.each([
  ["just now", 0, 30],
  ["by a clock that is ahead", -dayMs, 30],
  ["an hour ago", dayMs / 24, 30],
  ["a day ago", dayMs, 29],
  ["a day and a bit ago", dayMs + 1, 29],
  ["29 days ago", 29 * dayMs, 1],
  ["30 days ago", 30 * dayMs, 0],
  ["long ago", 90 * dayMs, 0],
])("a memo deleted %s has the right number of days left", (_when, agoMs, left) => {
  const nowMs = 1_700_000_000_000;
  expect(daysInTrash(nowMs - agoMs, nowMs)).toBe(left);
});
