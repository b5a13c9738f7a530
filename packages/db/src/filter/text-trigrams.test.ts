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
  unit: fc.constantFrom("a", "b", "A", "ä", "😀", "😁", "𝒳", " "),
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

  const joined = fc.string({
    unit: fc.constantFrom(
      "a",
      "e\u0301",
      "ß",
      "\u0301",
      "\u00ad",
      "か",
      "\u3099",
      "…",
      "하",
      "\u11ab",
      " ",
    ),
    maxLength: 12,
  });

  property.prop([joined, joined, joined])(
    "F26 · are never taken for the same where letters join",
    (before, middle, after) => {
      const [one, other] = [before + after, before + middle + after];
      if (haveSameTrigrams(one, other)) expect(trigrams(one)).toEqual(trigrams(other));
    },
  );

  test("F26 · are not compared after a large change", () => {
    expect(haveSameTrigrams("a".repeat(500), `${"a".repeat(250)}${"ab".repeat(150)}`)).toBe(false);
    expect(haveSameTrigrams("a".repeat(500), "a".repeat(600))).toBe(true);
  });
});
