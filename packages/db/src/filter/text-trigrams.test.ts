import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { haveSameTrigrams, trigramText } from "./text-trigrams.ts";

/** Returns all trigrams that the index gets. */
function trigrams(content: string): string[] {
  const points = Array.from(trigramText(content));
  const all = points.slice(2).map((point, at) => `${points[at]}${points[at + 1]}${point}`);
  return [...new Set(all)].toSorted();
}

const letters = fc.string({
  unit: fc.constantFrom("a", "b", "A", "ß", "😀", "😁", "𝒳", " "),
  maxLength: 30,
});

describe("trigrams of a changed text", () => {
  property.prop([
    letters,
    fc.nat(30),
    fc.nat(3),
    fc.string({ unit: fc.constantFrom("a", "😀", "b"), maxLength: 3 }),
  ])("F26 · are found to be the same exactly where they are", (content, place, remove, insert) => {
    const points = Array.from(content);
    const at = Math.min(place, points.length);
    const next = [...points.slice(0, at), insert, ...points.slice(at + remove)].join("");
    const isSame = JSON.stringify(trigrams(content)) === JSON.stringify(trigrams(next));
    expect(haveSameTrigrams(content, next)).toBe(isSame);
  });

  test("F26 · are not compared after a large change", () => {
    expect(haveSameTrigrams("a".repeat(500), `${"a".repeat(250)}${"ab".repeat(150)}`)).toBe(false);
    expect(haveSameTrigrams("a".repeat(500), "a".repeat(600))).toBe(true);
  });
});
