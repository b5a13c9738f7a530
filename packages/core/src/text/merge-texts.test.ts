import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { addText, hasAdditions, mergeTexts } from "./merge-texts.ts";

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

  test("an addition is known by its words", () => {
    expect(hasAdditions("a b", "a new b", "x a new b")).toBe(true);
    expect(hasAdditions("a b", "a new b", "x a b")).toBe(false);
    expect(hasAdditions("a b", "a", "a")).toBe(false);
  });
});
