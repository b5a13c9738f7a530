import { expect, test } from "vitest";
import { beginning, longLength } from "./beginning.ts";

const words = "water ".repeat(50_000);

test("a text of many lines is cut at the end of a line", () => {
  const line = `${"water ".repeat(20).trim()}\n`;
  const text = beginning(line.repeat(1000));
  expect(
    text
      .slice(0, -2)
      .split("\n")
      .every((each) => `${each}\n` === line),
  ).toBe(true);
  expect(text.length).toBeGreaterThan(longLength - line.length);
});

test.each([
  ["one paragraph", words],
  ["a heading and one paragraph", `# Tides\n\n${words}`],
])("%s is cut at the end of a word, at the usual length", (_name, content) => {
  const text = beginning(content);
  expect(text.endsWith("water …")).toBe(true);
  expect(text.length).toBeGreaterThan(longLength - 10);
});

test("a text without blanks is cut at a whole character", () => {
  const text = beginning(`x${"🌊".repeat(longLength)}`);
  expect(text.isWellFormed()).toBe(true);
  expect(text.length).toBeGreaterThan(longLength - 2);
});
