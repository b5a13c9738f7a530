import { describe, expect, test } from "vitest";
import { hueOf, initialsOf } from "./initials.ts";

describe("a person's disc", () => {
  test.each([
    ["bob", "B"],
    ["anna.becker", "AB"],
    ["jan-peter-maas", "JP"],
    ["_x", "X"],
    ["李明", "李"],
    ["", ""],
  ])("for %j shows %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test("has one hue per name, ignoring case, and several for many names", () => {
    expect(hueOf("Bob")).toBe(hueOf("bob"));
    const many = Array.from({ length: 60 }, (_, n) => hueOf(`user${n}`));
    expect(new Set(many).size).toBeGreaterThan(8);
    expect(many.every((hue) => hue >= 0 && hue < 360)).toBe(true);
  });
});
