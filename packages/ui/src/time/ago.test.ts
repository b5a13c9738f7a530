import { expect, test } from "vitest";
import { ago, agoInside } from "./ago.ts";

test("inside a sentence a moment ago is one minute", () => {
  expect(agoInside(1e12, 1e12, "en")).toBe("1 min. ago");
  expect(agoInside(1e12 - 7_200_000, 1e12, "en")).toBe("2 hr. ago");
});

test.each([
  [0, "now"],
  [59_000, "now"],
  [60_000, "1 min. ago"],
  [59 * 60_000, "59 min. ago"],
  [2.9 * 3_600_000, "2 hr. ago"],
  [24 * 3_600_000, "yesterday"],
  [72 * 3_600_000, "3 days ago"],
  [-5_000, "now"],
])("%i ms ago is %j", (passedMs, words) => {
  expect(ago(1e12 - passedMs, 1e12, "en")).toBe(words);
});
