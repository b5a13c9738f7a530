import { expect, test } from "vitest";
import { neighbourOf } from "./use-focus-neighbour.ts";

const before = ["a", "b", "c", "d", "e", "f"];

test.each([
  ["one in the middle", "c", ["a", "b", "d", "e", "f"], "d"],
  ["the first three, the last of which was active", "c", ["d", "e", "f"], "d"],
  ["the first three, the first of which was active", "a", ["d", "e", "f"], "d"],
  ["every second one", "c", ["b", "d", "f"], "d"],
  ["the last three", "d", ["a", "b", "c"], "c"],
  ["one while another arrives at the top", "c", ["new", "a", "b", "d"], "d"],
  ["all", "c", ["new"], undefined],
])("after %s left, the next one that stayed gets the focus", (_, id, now, next) => {
  expect(neighbourOf(id, before, now)).toBe(next);
});
