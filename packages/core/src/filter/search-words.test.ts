import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileFilter } from "./compile-filter.ts";
import { memoFilterSchema } from "./plan/schema.ts";
import { filterToWords, searchTerms, wordsToFilter } from "./search-words.ts";

const nowMs = Date.UTC(2026, 2, 15, 12);

// Random tests: the time-out is for slow machines only.
const timeoutMs = 120_000;

describe("F18 · search words become CEL", () => {
  test.each([
    ["", ""],
    ["foo", 'content.finds("foo")'],
    ["foo bar", 'content.finds("foo") && content.finds("bar")'],
    ['"two words"', 'content.finds("two words")'],
    ["-foo", '!content.finds("foo")'],
    ['-"two words"', '!content.finds("two words")'],
    ['say"hi', 'content.finds("say\\"hi")'],
    ['"a \\"b\\" \\\\"', 'content.finds("a \\"b\\" \\\\")'],
    ['"never closed', 'content.finds("never closed")'],
    ["-", 'content.finds("-")'],
    // Replaced as in stored texts.
    ["a\0b", 'content.finds("a\uFFFDb")'],
    ["#work", '"work" in tags'],
    ["#work/*", 'tags.exists(t, t == "work" || t.startsWith("work/"))'],
    ["-#work", '!("work" in tags)'],
    ["#", 'content.finds("#")'],
    ["is:pinned", "pinned"],
    ["-is:pinned", "!pinned"],
    ["is:private", 'visibility == "PRIVATE"'],
    ["-is:public", '!(visibility == "PUBLIC")'],
    ["is:unknown", ""],
    ["tide is:unknown -has:banana sea", 'content.finds("tide") && content.finds("sea")'],
    ['"has:banana"', 'content.finds("has:banana")'],
    ["Is:Pinned has:OPEN", "pinned && has_incomplete_tasks"],
    [
      "https://tide.example 10:30",
      'content.finds("https://tide.example") && content.finds("10:30")',
    ],
    ['"is:pinned"', 'content.finds("is:pinned")'],
    ["has:task has:open has:link has:code has:place", allFlags()],
    ["after:7d", 'created_ts >= now - duration("168h")'],
    ["before:2026-01-01", 'created_ts < day("2026-01-01")'],
    ["before:2026-02-30", ""],
    ["before:0000-01-01", ""],
    ["after:2026-01-01T24:00:00Z", ""],
    ["after:2026-01-01T00:00:00", ""],
    [
      "after:2026-01-01T00:00:00.000001+01:00",
      'created_ts >= timestamp("2026-01-01T00:00:00.000001+01:00")',
    ],
    ["edited:today", 'updated_ts >= day("today")'],
    ["=pinned || has_link", "pinned || has_link"],
    ["  = pinned ", "pinned"],
    ["=", ""],
  ])("%j is %j", (text, cel) => {
    expect(wordsToFilter(text).cel).toBe(cel);
  });

  test(
    "any text that isn't raw CEL gives a filter that compiles, or none",
    () => {
      const text = fc.oneof(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc
          .array(
            fc.constantFrom("#a", '"', "\\", "-", "is:", "pinned", " ", "after:", "7d", "/*", ":"),
            { maxLength: 12 },
          )
          .map((parts) => parts.join("")),
        fc
          .tuple(
            fc.constantFrom("after:", "before:", "edited:"),
            fc.constantFrom("0000", "0001", "2026", "9999"),
            fc.constantFrom("-01-01", "-02-30", "-12-31"),
            fc.constantFrom("", "T00:00:00", "T23:59:60", "T24:00:00", "t12:00:00.5"),
            fc.constantFrom("", "Z", "z", "+23:59", "-24:00"),
          )
          .map((parts) => parts.join("")),
      );
      fc.assert(
        fc.property(text, (typed) => {
          const { cel } = wordsToFilter(typed);
          if (typed.trim().startsWith("=") || cel === "") return;
          expect(compileFilter(cel, { schema: memoFilterSchema, nowMs }).ok).toBe(true);
        }),
      );
    },
    timeoutMs,
  );

  test("terms to highlight are the texts that aren't negated", () => {
    expect(searchTerms('foo -bar "two words" #work is:pinned is:odd foo')).toEqual([
      "foo",
      "two words",
    ]);
    expect(searchTerms('a ab 日 "x" 🌊')).toEqual(["ab", "日"]);
    expect(searchTerms("=content.contains('x')")).toEqual([]);
  });
});

describe("F19 · CEL becomes search words again", () => {
  test.each([
    ["foo"],
    ["foo -bar"],
    ['"two words"'],
    ['"is:pinned"'],
    ['"is:odd"'],
    ['"hsa:open"'],
    ["note:open 10:30"],
    ['"-x"'],
    ['"=x"'],
    ["#work -#home/*"],
    ["is:pinned -has:open is:space"],
    ["after:7d before:2026-01-01 edited:5h"],
  ])("%j comes back as typed", (typed) => {
    expect(filterToWords(wordsToFilter(typed).cel)).toBe(typed);
  });

  test.each([
    ["pinned || has_link"],
    ["size(tags) == 0"],
    ["pinned &&"],
    ["tags.exists(t, t == 'a')"],
  ])("%j has no words", (cel) => {
    expect(filterToWords(cel)).toBeNull();
  });

  test(
    "words made from a filter give the same filter",
    () => {
      fc.assert(
        fc.property(fc.string({ unit: "binary", maxLength: 40 }), (typed) => {
          if (typed.trim().startsWith("=")) return;
          const { cel } = wordsToFilter(typed);
          const words = filterToWords(cel);
          if (words !== null) expect(wordsToFilter(words).cel).toBe(cel);
        }),
      );
    },
    timeoutMs,
  );
});

function allFlags(): string {
  return "has_task_list && has_incomplete_tasks && has_link && has_code && has_location";
}
