import { fc, test as property } from "@fast-check/vitest";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { growthOf, loadCounted, superlinear } from "../../tests/work/count-work.ts";
import { holdMerge, limitMergesHere, MergeElsewhere, type TextsJob } from "./merge-elsewhere.ts";
import type * as merging from "./merge-texts.ts";
import { addText, hasAdditions, mergeTexts } from "./merge-texts.ts";
import { runMerge } from "./run-merge.ts";
import { mergeWork } from "./work-done.ts";

const wordsFrom = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `w${from + i}`);
/** Returns a text of lines, with a new line inserted after each of the first `count` lines. */
const withInserts = (lines: readonly string[], count: number): string =>
  lines.map((line, i) => (i < count ? `${line}\nnew${i} line\n` : `${line}\n`)).join("");

describe("merging two texts from one base", () => {
  test.each([
    ["edits of different lines", "a\nb\nc", "a1\nb\nc", "a\nb\nc3", "a1\nb\nc3"],
    ["an edit that both made", "a word b", "a sword b", "a sword b", "a sword b"],
    [
      "a box that both ticked",
      "- [ ] milk",
      "- [x] milk",
      "- [x] milk\n- [ ] tea",
      "- [x] milk\n- [ ] tea",
    ],
    ["words that both added at one place", "a b", "a one b", "a new one two b", "a new one two b"],
    ["words added at one place", "a b", "a ours b", "a theirs b", "a ours theirs b"],
    ["removals that overlap", "one two three four", "one four", "one two", "one "],
    [
      "a word changed where the other removed the line",
      "keep\nold line\n",
      "keep\n",
      "keep\nnew line\n",
      "keep\nnew",
    ],
  ])("T9 · keeps %s", (_, base, ours, theirs, merged) => {
    expect(mergeTexts(base, ours, theirs)).toBe(merged);
  });

  property.prop([fc.string(), fc.string()])("T9 · with one side unchanged is the other", (a, b) => {
    expect(mergeTexts(a, a, b)).toBe(b);
    expect(mergeTexts(a, b, a)).toBe(b);
    expect(mergeTexts(a, b, b)).toBe(b);
  });

  test.each([
    ["a number added beside a removed one", "1 2 3", "1 3", "0 1 2 9 3", "0 1  9 3"],
    ["marks between numbers, removed in parts", "1 - 2", "1 2", "1 2 ", "1 2 "],
    [
      "a word added beside a removed one",
      "red green blue",
      "red blue",
      "x red green dark blue",
      "x red  dark blue",
    ],
    ["letters of a word, changed at both ends", "abcdefgh", "abefgh", "abXcdefgh", "abXefgh"],
    ["words without spaces, one removed", "今天去海边", "今天海边", "今天去看海边", "今天看海边"],
  ])("T3g · joins no words of the two sides: %s", (_, base, ours, theirs, merged) => {
    expect(mergeTexts(base, ours, theirs)).toBe(merged);
  });

  const numbers = fc.record({ remove: fc.array(fc.nat(5)), add: fc.array(fc.nat(6)) });
  property.prop([numbers, numbers, fc.constantFrom(" ", " - ", ", ")])(
    "T3g · has only numbers that one of the texts has",
    (one, other, gap) => {
      const base = ["1", "2", "3", "4", "5", "6"];
      const edited = ({ remove, add }: typeof one, first: number): string => {
        const kept: (string | null)[] = base.map((word, i) => (remove.includes(i) ? null : word));
        for (const [n, at] of add.entries()) kept.splice(at, 0, String(first + n));
        return kept.filter((word) => word !== null).join(gap);
      };
      const texts = [base.join(gap), edited(one, 100), edited(other, 1000)] as const;
      const merged = mergeTexts(...texts).match(/\d+/g) ?? [];
      expect(texts.flatMap((text) => text.match(/\d+/g) ?? [])).toEqual(
        expect.arrayContaining(merged),
      );
    },
  );

  const words = fc.array(fc.constantFrom<string[]>("a ", "b ", "c\n", "d "), { maxLength: 12 });
  property.prop([words, fc.nat(), fc.nat()])(
    "T9 · keeps exactly once what each side added",
    (parts, i, j) => {
      const withToken = (token: string, at: number): string =>
        parts.toSpliced(at % (parts.length + 1), 0, token).join("");
      const merged = mergeTexts(parts.join(""), withToken("OURS ", i), withToken("THEIRS ", j));
      expect(merged.split("OURS ")).toHaveLength(2);
      expect(merged.split("THEIRS ")).toHaveLength(2);
      expect(merged.replace("OURS ", "").replace("THEIRS ", "")).toBe(parts.join(""));
    },
  );
});

describe("adding one text to another", () => {
  test.each([
    ["adds what is new and keeps what the other lacks", "one two", "one three", "one two three"],
    [
      "adds no word that only stands elsewhere",
      "one two three ",
      "three one two ",
      "one two three ",
    ],
    ["changes nothing when there is nothing new", "a b c", "a c", "a b c"],
    ["keeps both forms of a word", "a swrd b", "a sword b", "a swrd sword b"],
  ])("%s", (_, text, other, added) => {
    expect(addText(text, other)).toBe(added);
  });

  const texts = fc.array(fc.constantFrom("a ", "b ", "c ", "d ", "e "), { maxLength: 8 });
  property.prop([texts, texts])(
    "has no word more often than the text or the other had it",
    (a, b) => {
      const count = (text: string, word: string): number => text.split(word).length - 1;
      const [text, other] = [a.join(""), b.join("")];
      const added = addText(text, other);
      for (const word of ["a", "b", "c", "d", "e"]) {
        expect(count(added, word)).toBe(Math.max(count(text, word), count(other, word)));
      }
    },
  );

  test("hasAdditions finds an addition by its words", () => {
    expect(hasAdditions("a b", "a new b", "x a new b")).toBe(true);
    expect(hasAdditions("a b", "a new b", "x a b")).toBe(false);
    expect(hasAdditions("a b", "a", "a")).toBe(false);
  });
});

describe("texts with little in common", () => {
  const counted = loadCounted<typeof merging>(new URL("./merge-texts.ts", import.meta.url));
  afterAll(() => counted[Symbol.asyncDispose]());

  test("T9a · are added to each other in linear time, without losing a word", async () => {
    const growth = await growthOf(2_000, async (count) => {
      const [text, other] = [wordsFrom(0, count), wordsFrom(count, count)];
      const { steps, value } = await counted.call("addText", text.join(" "), other.join(" "));
      expect(new Set(value.split(" "))).toEqual(new Set([...text, ...other]));
      return steps;
    });
    expect(growth).toBeLessThan(superlinear);
  });

  test("T3a, T9a · are merged in linear time where one has many inserted lines", async () => {
    const growth = await growthOf(2_000, async (count) => {
      const lines = wordsFrom(0, count);
      const texts = [withInserts(lines, 950), wordsFrom(count, 4 * count).join(" ")] as const;
      const base = withInserts(lines, 0);
      const { steps, value } = await counted.call("mergeTexts", base, ...texts);
      expect(value).toContain("new949 line");
      expect(value).toContain(texts[1]);
      return steps;
    });
    expect(growth).toBeLessThan(superlinear);
  });

  test("T9a · keep a new word between its surrounding lines even if too many words differ", () => {
    const [chapter, otherChapter] = [wordsFrom(0, 600).join(" "), wordsFrom(600, 600).join(" ")];
    const text = `first line\n${chapter}\nlast line`;
    const other = `first line\n${otherChapter}\nlast line\nnew line`;
    expect(addText(text, other)).toBe(
      `first line\n${chapter}\n${otherChapter}\nlast line\nnew line`,
    );
  });
});

describe("long merges of whole texts on another thread", () => {
  const [ours, theirs] = [wordsFrom(0, 500).join(" "), wordsFrom(500, 500).join(" ")];
  const merges: Record<string, { merge: () => string; job: TextsJob }> = {
    addText: {
      merge: () => addText(ours, theirs),
      job: { base: null, ours, theirs, prefers: "ours" },
    },
    mergeTexts: {
      merge: () => mergeTexts("base", ours, theirs),
      job: { base: "base", ours, theirs, prefers: "theirs" },
    },
  };

  test.each(Object.entries(merges))("T13c · %s doesn't run twice", (_, { merge, job }) => {
    const merged = merge();
    onTestFinished(() => limitMergesHere(Number.POSITIVE_INFINITY));
    limitMergesHere(100);
    expect(merge).toThrow(MergeElsewhere);
    const outcome = runMerge(job);
    expect(outcome).toMatchObject({ text: merged });
    const release = holdMerge(job, outcome, 7);
    const before = mergeWork();
    expect(merge()).toBe(merged);
    expect(mergeWork() - before).toBe(7);
    release();
    expect(merge).toThrow(MergeElsewhere);
  });

  test("T13c · an aborted one runs on this thread", () => {
    const { merge, job } = merges["addText"] as (typeof merges)[string];
    const merged = merge();
    onTestFinished(() => limitMergesHere(Number.POSITIVE_INFINITY));
    limitMergesHere(100);
    const release = holdMerge(job, { ok: false, error: { type: "too-complex" } }, 7);
    onTestFinished(release);
    expect(merge()).toBe(merged);
  });
});
