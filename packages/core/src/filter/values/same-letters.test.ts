import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { hostileText } from "../../../tests/filter/random-filter.ts";
import { evaluatePlan } from "../evaluate-plan.ts";
import { compileFilter } from "../compile-filter.ts";
import { memoFilterSchema } from "../plan/schema.ts";
import { wordsToFilter } from "../search-words.ts";
import { foldText } from "./fold-text.ts";
import { findsIn, foldLetters, foldWords, indexedParts, needleOf } from "./same-letters.ts";

const finds = (content: string, searched: string): boolean => findsIn(content, needleOf(searched));

/** Searches a memo as the search box does. */
function searches(content: string, typed: string): boolean {
  const plan = compileFilter(wordsToFilter(typed).cel, { schema: memoFilterSchema, nowMs: 0 });
  if (!plan.ok) throw new Error(plan.error.message);
  return evaluatePlan<{ content: string }>(plan.value)({ content });
}

describe("F6a · the search finds the same letters", () => {
  test.each([
    ["Der Kapita\u0308n wartet.", "Kapit\u00e4n"],
    ["Das M\u00e4dchen am Fluss", "Ma\u0308dchen"],
    ["\u1112\u1161\u11bc\u1100\u116e \u110c\u1169", "\ud56d\uad6c"],
    ["\ud56d\uad6c", "\u1112\u1161\u11bc\u1100\u116e"],
    ["Ha\u0300 No\u0323\u0302i", "H\u00e0 N\u1ed9i"],
    ["Hà No\u0302\u0323i", "N\u1ed9i"],
    ["カ\u3099ソリン", "ガソリン"],
    ["ｶﾞｿﾘﾝ", "ガソリン"],
    ["\u212b", "å"],
  ])("whatever their normal form: %j has %j", (content, searched) => {
    expect(searches(content, searched)).toBe(true);
  });

  test.each([
    ["Don\u2019t forget the skipper\u2019s tea", "don't"],
    ["It's the skipper's dog", "skipper\u2019s"],
    ["rock \u02bcn\u02bc roll", "'n'"],
    ["red sails at dawn", "\u201cred sails\u201d"],
    ["red sails at dawn", "\u00abred sails\u00bb"],
    ["red sails at dawn", "\u201ered sails\u201c"],
    ["she said \u201cahoy\u201d", '"said \\"ahoy"'],
    ["Paris\u2013Brest, pages 10\u201312", "Paris-Brest"],
    ["Paris-Brest", "Paris\u2014Brest"],
    ["at \u22125 degrees", '"-5"'],
    ["and then\u2026", "then..."],
    ["10\u301c12", "10～12"],
    ["walked 10\u00a0km today", '"10 km"'],
    ["walked 10\u202f000\u2009km", '"10 000 km"'],
    ["red\nsails", '"red sails"'],
    ["red  \n   sails", '"red sails"'],
    ["Donau\u00addampf\u00adschiff", "Donaudampfschiff"],
    ["Donaudampfschiff", "Donau\u00addampfschiff"],
    ["می\u200cخواهم", "میخواهم"],
    ["zero\u200bwidth\ufeff", "zerowidth"],
    ["\u578b\u756a\uff21\uff22\uff23\uff11\uff12\uff13", "abc123"],
    ["abc 123", "\uff21\uff22\uff23"],
    ["\ufb01nd me", "find"],
  ])("whatever their marks: %j has %j", (content, searched) => {
    expect(searches(content, searched)).toBe(true);
  });

  test.each([
    ["Le caf\u00e9 noir", "cafe"],
    ["Le cafe\u0301 noir", "CAFE"],
    [
      "\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f \u0630\u0647\u0628",
      "\u0645\u062d\u0645\u062f",
    ],
    ["أَحْمَد", "أحمد"],
    ["שָׁלוֹם", "שלום"],
    ["ποταμός", "ποταμος"],
    ["\u0451лка", "елка"],
    ["Straße", "strasse"],
    ["Łódź", "lodz"],
    ["ЗАМО\u0301К", "замок"],
  ])("without their accents: %j has %j", (content, searched) => {
    expect(searches(content, searched)).toBe(true);
  });

  test.each([
    ["cafe", "café"],
    ["한국", "하"],
    ["がく", "か"],
    ["red\n\nsails", '"red sails"'],
    ["redsails", '"red sails"'],
    ["ที่", "ท"],
    ["10", "\u00b9\u2070"],
  ])("and no others: %j hasn't %j", (content, searched) => {
    expect(searches(content, searched) && foldText(content) !== content).toBe(false);
    if (content !== "ที่") expect(searches(content, searched)).toBe(false);
  });

  test("a word of invisible characters isn't searched for", () => {
    expect(wordsToFilter("a \u200b\u00ad").cel).toBe('content.finds("a")');
  });
});

const looksAlike = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    text.normalize("NFD"),
    text.normalize("NFC"),
    text.replaceAll("'", "\u2019"),
    text.replaceAll("-", "\u2013"),
    text.replaceAll(/[!-~]/g, (each) => String.fromCodePoint(each.codePointAt(0)! + 0xfee0)),
    text.replaceAll(/(?<=\p{L})(?=\p{L})/gu, "\u00ad"),
    text.replaceAll(/[a-z]/g, (each) => each.toUpperCase()),
  );

describe("F6a · the fold", () => {
  property.prop([
    fc
      .string({ unit: "binary", maxLength: 20 })
      .map((text) => text.toWellFormed())
      .chain((text) => fc.tuple(fc.constant(text), looksAlike(text))),
  ])("gives the same for texts that are canonically equal", ([text]) => {
    for (const form of ["same", "bare"] as const) {
      const visible = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
      const folded = foldLetters(visible, form);
      expect(foldLetters(visible.normalize("NFD"), form)).toBe(folded);
      expect(foldLetters(visible.normalize("NFC"), form)).toBe(folded);
    }
  });

  property.prop([
    fc
      .constantFrom("Don't", "Kapitän-Test", "größe", "naïve")
      .chain((text) => fc.tuple(fc.constant(text), looksAlike(text))),
  ])("gives the same for texts that look alike", ([text, other]) => {
    expect(foldWords(other, "same")).toBe(foldWords(text, "same"));
  });

  property.prop([hostileText, hostileText, hostileText])(
    "lets an index find each text by its parts",
    (before, needle, after) => {
      const content = before + needle + after;
      const indexed = foldLetters(content, "bare");
      for (const part of indexedParts(foldText(needle), null)) expect(indexed).toContain(part);
      for (const typed of [needle, before, after, "cafe", "é", "하", "か"]) {
        const found = needleOf(typed);
        if (found.text === "" || !finds(content, typed)) continue;
        for (const part of indexedParts(found.text, found.form)) {
          expect(foldWords(content, "bare")).toContain(part);
        }
      }
    },
  );

  const marked = fc.string({
    unit: fc.constantFrom("a", "\u0301", " ", "\n", "\r\n"),
    maxLength: 9,
  });

  property.prop([marked, marked, marked])(
    "lets an index find each text by its parts, with marks alone between blanks",
    (before, needle, after) => {
      const { text, form } = needleOf(needle);
      const content = before + needle + after;
      if (text === "" || !finds(content, needle)) return;
      for (const part of indexedParts(text, form)) {
        expect(foldWords(content, "bare")).toContain(part);
      }
    },
  );

  test("lets an index find a text whose blanks join in it around a mark alone", () => {
    const { text, form } = needleOf("á\n");
    const content = "á\n\u0301\n";
    expect(finds(content, "á\n")).toBe(true);
    for (const part of indexedParts(text, form)) {
      expect(foldWords(content, "bare")).toContain(part);
    }
  });

  const words = fc.string({
    unit: fc.constantFrom("a", "b", "B", ".", "$", "é", " ", "\n", "\t", "\r", "\u00a0"),
    maxLength: 12,
  });

  property.prop([words, words.map((text) => text.slice(0, 5))])(
    "finds a phrase whatever blanks are between its words, but for an empty line",
    (content, typed) => {
      const needle = needleOf(typed);
      expect(findsIn(content, needle)).toBe(foldWords(content, needle.form).includes(needle.text));
    },
  );

  test.each([
    ["marks", `a${"\u0301\u0323".repeat(500_000)}`],
    ["letters with marks", "e\u0301".repeat(500_000)],
    ["invisible characters", "\u00ad".repeat(1_000_000)],
    ["parts of syllables", "\u1100\u1161\u11a8".repeat(300_000)],
    ["blanks", " \n".repeat(500_000)],
    ["signs", "\u2026".repeat(1_000_000)],
    ["blanks after a word", `no${" ".repeat(1_000_000)}`],
    ["blanks after words", "no \t ".repeat(250_000)],
  ])("reads a long text of %s", (_name, text) => {
    expect(finds(text, "no such text")).toBe(false);
  });
});
