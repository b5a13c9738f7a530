import { describe, expect, test } from "vitest";
import { firstLine } from "./first-line.ts";

describe("the first line", () => {
  test.each([
    ["# Plan for **May**\nmore", "Plan for May"],
    ["\n\n- [ ] buy milk", "buy milk"],
    ["> 1. see [the page](https://example.org)", "see the page"],
    ["   ", "Empty memo"],
    ["", "Empty memo"],
    ["x".repeat(90), `${"x".repeat(79)}…`],
  ])("of %j is %j", (content, line) => {
    expect(firstLine(content)).toBe(line);
  });
});
