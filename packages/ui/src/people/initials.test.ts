import { describe, expect, test } from "vitest";
import { hueOf, initialsOf } from "./initials.ts";

describe("the disc of a person", () => {
  test.each([
    ["bob", "B"],
    ["anna.becker", "AB"],
    ["jan-peter-maas", "JP"],
    ["_x", "X"],
    ["李明", "李"],
    ["", ""],
  ])("of %j says %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test("has one hue for a name, however it is spelled, and several for many", () => {
    expect(hueOf("Bob")).toBe(hueOf("bob"));
    const many = Array.from({ length: 60 }, (_, n) => hueOf(`user${n}`));
    expect(new Set(many).size).toBeGreaterThan(8);
    expect(many.every((hue) => hue >= 0 && hue < 360)).toBe(true);
  });
});
