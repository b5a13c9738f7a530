import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { mergeKeepingBoth } from "./merge-keeping-both.ts";

describe("T3b, R12b · a merge that keeps both readings", () => {
  test.each([
    ["boat at 10:15", "boat at 10:45", "boat at 10:30, and more", "boat at 10:45 10:30, and more"],
    ["a 1 2 z", "a 3 z", "a 4 2 5 z", "a 4 3 5 z"],
    ["a b", "new a b", "a b more", "new a b more"],
    ["a 1 z", "a 5 2 z", "a 3 z 5", "a 5 2 3 z "],
  ])("of %j as %j and %j is %j", (base, ours, theirs, merged) => {
    expect(mergeKeepingBoth(base, ours, theirs)).toBe(merged);
  });

  const change = fc.record({ remove: fc.array(fc.nat(5)), add: fc.array(fc.nat(6)) });
  property.prop([change, change])("has the words that each side added, once", (one, other) => {
    const base = ["1", "2", "3", "4", "5", "6"];
    const edited = ({ remove, add }: typeof one, first: number): string[] => {
      const words = base.map((word, i) => (remove.includes(i) ? "" : word));
      for (const [n, at] of add.entries()) words.splice(at, 0, String(first + n));
      return words.filter((word) => word !== "");
    };
    const sides = [edited(one, 100), edited(other, 1000)] as const;
    const [ours, theirs] = [sides[0].join(" "), sides[1].join(" ")];
    const merged = mergeKeepingBoth(base.join(" "), ours, theirs).split(/\s+/);
    const added = sides.flat().filter((word) => !base.includes(word));
    expect(merged).toEqual(expect.arrayContaining(added));
    for (const word of added) expect(merged.filter((each) => each === word)).toHaveLength(1);
  });
});
