import { describe, expect, test } from "vitest";
import { findReading } from "./merge-note.ts";

describe("the place of a reading in a text", () => {
  test.each([
    ["where it was", "price 15 euro", { at: 6, kept: "15" }, 6],
    ["closest to where it was", "15 and 15 and 15", { at: 8, kept: "15" }, 7],
    ["only as a whole number", "150 and 215, then 15", { at: 0, kept: "15" }, 18],
    ["nowhere if it was changed", "price 16 euro", { at: 6, kept: "15" }, null],
    ["within Chinese", "价格15元", { at: 2, kept: "15" }, 2],
  ])("T3e · is found %s", (_, content, place, at) => {
    expect(findReading(content, place)).toBe(at);
  });
});
