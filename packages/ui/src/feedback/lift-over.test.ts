import { expect, test } from "vitest";
import { type Box, liftOver } from "./lift-over.ts";

const box = (top: number, bottom: number, left = 16, right = 432): Box => ({
  left,
  top,
  right,
  bottom,
});
const message = box(740, 784);

test.each([
  ["nothing is there", [], 0],
  ["it stands clear of it", [box(600, 730)], 0],
  ["it is beside it", [box(740, 784, 500, 900)], 0],
  ["it lies on it", [box(750, 800)], 42],
  ["it would lie on the next one then", [box(750, 800), box(700, 720)], 92],
  ["there is room between two", [box(750, 800), box(600, 690)], 42],
  ["there is no room above", [box(20, 800)], 0],
] as const)("where %s, moves a message up by the right distance", (_name, others, lift) => {
  expect(liftOver(message, others)).toBe(lift);
});
