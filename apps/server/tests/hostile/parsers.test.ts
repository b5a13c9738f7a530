import { describe, expect, test } from "vitest";
import { runWithinLimits } from "./within-limits.ts";

// All inputs together take a few CPU seconds. A quadratic parser would take minutes, and a tree of such a
// page gigabytes.
const limits = { cpuSeconds: 60, heapMb: 256 };

describe("hostile input", () => {
  test.each([
    ["a page", "html", 4_194_304],
    ["M19 · a memo's text", "markdown", 131_072],
    ["F15 · a filter", "filter", 524_288],
  ])("%s is parsed within bounded work", { timeout: 300_000 }, async (_, name, size) => {
    const { code, signal, output } = await runWithinLimits(
      "parse-all.ts",
      [name, String(size)],
      limits,
    );
    expect({ code, signal, last: output.trim().split("\n").at(-1) }).toEqual({
      code: 0,
      signal: null,
      last: expect.stringMatching(/^all \d+$/) as string,
    });
  });
});
