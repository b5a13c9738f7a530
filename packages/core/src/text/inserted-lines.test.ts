import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { diffText } from "./text-diff.ts";
import { mergeReadings } from "./merge-texts.ts";

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const twoDigits = fc.integer({ min: 10, max: 31 });
/** Lines that begin like others: days, times, versions, lists, rows of tables, tags, addresses. */
const line = fc
  .tuple(
    fc.constantFrom<(n: number, m: number) => string>(
      (n) => `2026-11-${n}`,
      (n) => `- [ ] v1.2.${n}`,
      (n) => `- ${n} eggs`,
      (n, m) => `* ${n}:${m} call`,
      (n) => `| ${n} | ${n + 1} € |`,
      (n) => `#tag/${n} text`,
      (n) => `https://example.org/a/${n}`,
      (n) => `<device-3-${n}.27870.1>`,
    ),
    twoDigits,
    twoDigits,
  )
  .map(([form, n, m]) => form(n, m));
const written = fc.uniqueArray(line, { minLength: 2, maxLength: 9 }).chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    writers: fc.array(fc.constantFrom("base", "ours", "theirs"), {
      minLength: lines.length,
      maxLength: lines.length,
    }),
  }),
);

describe("T3h · lines that two sides insert", () => {
  property.prop([written], { numRuns: propertyRuns(500) })(
    "all stay, whatever they begin with, and none is decided on",
    ({ lines, writers }) => {
      // A last word of its own: what one side's line has beside the other's is inserted once (T9).
      const all = lines.map((each, i) => `${each} word${"abcdefghi"[i]}`);
      const of = (...whose: string[]): string =>
        textOf(all.filter((_, i) => whose.includes(writers[i] ?? "")));
      const [base, ours, theirs] = [of("base"), of("base", "ours"), of("base", "theirs")];
      const merged = mergeReadings(base, ours, theirs, "theirs");
      expect(merged.text.split("\n").toSorted()).toEqual(["", ...all].toSorted());
      expect(merged.clashes).toEqual([]);
    },
  );

  test.each([
    ["2026-11-10 run", "2026-11-12 swim", "2026-11-13 ski"],
    ["v1.2.0 first", "v1.2.1 second", "v1.2.2 third"],
    ["<device-3-2.27870.2>", "<device-3-3.27870.3>", "<device-3-2.27870.4>"],
    ["* 11:15 call", "* 11:30 mail", "* 11:45 lunch"],
    ["https://example.org/a/1", "https://example.org/a/2", "https://example.org/b"],
  ])("stay before %j: %j and %j", (first, one, other) => {
    const base = textOf(["head", first, "end"]);
    const sides = [textOf(["head", one, first, "end"]), textOf(["head", other, first, "end"])];
    const { text, clashes } = mergeReadings(base, sides[0]!, sides[1]!, "theirs");
    expect(text).toBe(textOf(["head", one, other, first, "end"]));
    expect(clashes).toEqual([]);
  });

  test("are one edit of whole lines, and so is their removal", () => {
    const [without, added] = ["a\n2026-11-10 b\n", "2026-11-12 c\n"];
    const longer = "a\n2026-11-12 c\n2026-11-10 b\n";
    expect(diffText(without, longer)).toEqual([{ at: 2, remove: 0, insert: added }]);
    expect(diffText(longer, without)).toEqual([{ at: 2, remove: added.length, insert: "" }]);
  });
});
