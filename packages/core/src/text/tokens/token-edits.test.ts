import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { mergeReadings } from "../merge-texts.ts";
import { joinRanges, replacedRange, replaceRange } from "../replaced-range.ts";

const number = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.float({ noNaN: true, min: 0, max: 999 }).map((value) => value.toFixed(2)),
);
const two = fc.integer({ min: 10, max: 59 }).map(String);
/** Kinds of tokens by place: a token that moves to another place would be a different edit. */
const kinds = [
  number,
  fc.oneof(
    fc.tuple(two, two, two).map(([a, b, c]) => `20${a}-${b}-${c}`),
    fc.tuple(two, two).map(([a, b]) => `${a}:${b}`),
    fc.tuple(two, two).map(([a, b]) => `20${a}年${b}月1日`),
  ),
  fc.oneof(
    fc.tuple(two, two).map(([a, b]) => `https://a.org/${a}?b=${b}`),
    fc.tuple(two, two).map(([a, b]) => `v${a}.${b}.0`),
    fc.tuple(two, two).map(([a, b]) => `ann${a}@b${b}.org`),
  ),
  fc.constantFrom("#todo", "#done", "#later/now", "open", "closed", "waiting", "blue", "red"),
  fc.oneof(
    fc.tuple(two, two).map(([a, b]) => `+49 30 ${a}${b}123`),
    fc.constantFrom("🇩🇪", "🇩🇰", "🇫🇪", "🎉", "👩‍🚀"),
  ),
] as const;
/** Text around tokens: each place has other words, so that no two places look alike. */
const around = ["Pay ", " at the quay, then ", ".\nTell Ann: ", " | ", " and ", " for 3 boats.\n"];
const textOf = (tokens: readonly string[]): string =>
  around.map((before, i) => before + (tokens[i] ?? "")).join("");
const tokens = fc.tuple(...kinds);

describe("a merge of edits of tokens", () => {
  property.prop([tokens, tokens, tokens, fc.array(fc.nat(3), { minLength: 5, maxLength: 5 })])(
    "T3b · has in each place a token that one side has there, and the change if one side made it",
    (base, first, second, changed) => {
      const [ours, theirs] = [first, second].map((side, n) =>
        base.map((word, i) => ((changed[i] ?? 0) & (n + 1) ? (side[i] ?? "") : word)),
      ) as [string[], string[]];
      for (const prefers of ["ours", "theirs"] as const) {
        const preferred = prefers === "ours" ? ours : theirs;
        const expected = base.map((word, i) => {
          if (ours[i] === word) return theirs[i] ?? "";
          return theirs[i] === word ? (ours[i] ?? "") : (preferred[i] ?? "");
        });
        const { text, clashes } = mergeReadings(
          textOf(base),
          textOf(ours),
          textOf(theirs),
          prefers,
        );
        expect(text).toBe(textOf(expected));
        for (const clash of clashes) expect(text.startsWith(clash[prefers], clash.at)).toBe(true);
      }
    },
  );

  property.prop([fc.string({ unit: "grapheme" }), fc.string(), fc.string()])(
    "T9 · is the other side if one side changed nothing",
    (base, one, other) => {
      expect(mergeReadings(base, base, one, "ours").text).toBe(one);
      expect(mergeReadings(base, other, base, "theirs").text).toBe(other);
      expect(mergeReadings(base, one, one, "ours").text).toBe(one);
    },
  );

  test.each([
    ["insertions at one place of a word", "tide", "tides", "tidex", "tidesx"],
    ["small edits of different letters", "recieve it", "receive it", "recieved it", "received it"],
    [
      "edits of neighbouring tokens",
      "due 2026-12-01 10:00",
      "due 2026-12-05 10:00",
      "due 2026-12-01 11:00",
      "due 2026-12-05 11:00",
    ],
    ["cells beside each other", "| 10 | 20 |", "| 11 | 20 |", "| 10 | 25 |", "| 11 | 25 |"],
    ["words inserted beside a replaced number", "a 10 b", "a new 10 b", "a 12 b", "a new 12 b"],
    ["numbers that both inserted at one place", "call ", "call 5", "call 7", "call 5 7"],
    [
      "a number that the other side removed",
      "pay 10 euro",
      "pay euro",
      "pay 15 euro",
      "pay 15 euro",
    ],
    [
      "a box that one ticked and a number",
      "- [ ] 5 eggs",
      "- [x] 5 eggs",
      "- [ ] 6 eggs",
      "- [x] 6 eggs",
    ],
  ])("T3c · keeps %s", (_, base, ours, theirs, merged) => {
    for (const prefers of ["ours", "theirs"] as const) {
      const result = mergeReadings(base, ours, theirs, prefers);
      expect(result.text).toBe(merged);
      expect(result.clashes).toEqual([]);
    }
  });

  test.each([
    [
      "behind a number that grows",
      "pay 10 now",
      "pay 105 now",
      "pay 10 euro now",
      "pay 105 euro now",
    ],
    [
      "before a number that grows",
      "pay 10 now",
      "pay 210 now",
      "pay Ann 10 now",
      "pay Ann 210 now",
    ],
    ["behind a tag that grows", "see #ship", "see #ships", "see #ship soon", "see #ships soon"],
    ["behind a word that grows", "the tide", "the tides", "the tide turns", "the tides turns"],
  ])("T3g · keeps a token whole if the other side wrote %s", (_, base, ours, theirs, merged) => {
    for (const prefers of ["ours", "theirs"] as const) {
      expect(mergeReadings(base, ours, theirs, prefers)).toMatchObject({
        text: merged,
        clashes: [],
      });
      expect(mergeReadings(base, theirs, ours, prefers)).toMatchObject({
        text: merged,
        clashes: [],
      });
    }
  });

  test.each([
    ["a digit that both inserted", "room 1", "room 12", "room 13"],
    ["a word that one replaced and the other extended", "colour", "hue", "colours"],
    ["letters that both replaced", "grey", "gray", "gruy"],
    ["a sentence", "old sentence here", "completely new here", "another text"],
    ["words in Chinese", "今天开会", "明天开会", "昨天开会"],
    ["a sum written in groups", "1 000 000 yen", "1 200 000 yen", "1 000 500 yen"],
    ["half a day", "at 5 pm", "at 6 pm", "at 5 am"],
    ["a currency", "for $10", "for $12", "for €10"],
    ["a file's name with digits", "see img_2041.png", "see img_2042.png", "see img_3041.png"],
    [
      "a long address",
      `x ${"https://a.org/".padEnd(900, "a/b")}1`,
      `x ${"https://a.org/".padEnd(900, "a/b")}2`,
      `x ${"https://b.org/".padEnd(900, "a/b")}1`,
    ],
  ])("T3b, T3c · has one reading of %s", (_, base, ours, theirs) => {
    expect(mergeReadings(base, ours, theirs, "ours")).toMatchObject({
      text: ours,
      isDecided: true,
    });
    expect(mergeReadings(base, ours, theirs, "theirs").text).toBe(theirs);
  });

  test("T9a · takes little time for one long line, and for many places", () => {
    const line = Array.from({ length: 40_000 }, (_, i) => `w${i}`).join(" ");
    const hostile = [
      "1:".repeat(50_000),
      "#".repeat(50_000),
      "1 ".repeat(50_000),
      "年".repeat(50_000),
    ];
    for (const text of [line, ...hostile]) {
      const { clashes } = mergeReadings(`${text} 10`, `${text} 12`, `${text} 15`, "ours");
      expect(clashes).toHaveLength(1);
    }
  });
});

describe("the replaced part of a text", () => {
  const text = fc.string({ unit: "grapheme" });
  property.prop([text, text])("T10 · turns one text into the other", (before, after) => {
    expect(replaceRange(before, replacedRange(before, after))).toBe(after);
  });

  property.prop([text, text, text])("T10 · of two edits is one part", (first, second, third) => {
    const joined = joinRanges(replacedRange(first, second), replacedRange(second, third), third);
    expect(replaceRange(first, joined)).toBe(third);
  });
});
