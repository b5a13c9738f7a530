import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { mergeReadings } from "../merge-texts.ts";
import { repeatedIn } from "./repeated-in.ts";
import { withSharedInserts } from "./shared-inserts.ts";
import { textUpdateSince } from "../text-document.ts";
import {
  wordChanger,
  wordChanges,
  wordsInText,
  wordsToText,
} from "../../../tests/text/changed-words.ts";
import { editedText, seedText } from "../../../tests/text/edited-text.ts";

/** Merges the edits of two copies of a profile, which were pending when it was copied. */
function mergeCopies(
  base: string,
  pending: readonly string[],
  [one, other]: readonly [string, string],
) {
  const start = seedText(base);
  const copied = pending.reduce((text, next) => editedText(text, next, 7), start);
  const ours = editedText(copied, one, 8);
  const theirs = editedText(copied, other, 9);
  const sent = { update: textUpdateSince(start, theirs), theirs: theirs.content };
  const shared = withSharedInserts(base, repeatedIn(ours), sent);
  return { shared, merged: mergeReadings(shared ?? base, ours.content, theirs.content, "theirs") };
}

const apart = fc.record({
  base: fc.nat(4),
  pending: fc.array(wordChanges, { maxLength: 3 }),
  one: wordChanges,
  other: wordChanges,
});

describe("T9b · edits that both sides repeat", () => {
  property.prop([apart], { numRuns: 300 })(
    "put no word twice into the text, and lose none",
    (given) => {
      const change = wordChanger();
      const base = change(
        [],
        Array.from({ length: given.base }, () => [0, false] as const),
      );
      const steps = given.pending.reduce<string[][]>(
        (texts, made) => [...texts, change(texts.at(-1) ?? base, made)],
        [],
      );
      const pending = steps.at(-1) ?? base;
      const sides = [change(pending, given.one), change(pending, given.other)] as const;
      const [one, other] = sides.map(wordsToText) as [string, string];
      const { merged } = mergeCopies(wordsToText(base), steps.map(wordsToText), [one, other]);
      const found = wordsInText(merged.text);
      expect(new Set(found).size).toBe(found.length);
      const isNew = (word: string): boolean => !pending.includes(word);
      const lost = merged.clashes.flatMap(({ ours }) => wordsInText(ours));
      expect([...found, ...lost]).toEqual(expect.arrayContaining(sides.flat().filter(isNew)));
    },
  );

  test.each([
    ["before the next words", "end", "first end", ["first one end", "first other end"]],
    ["after the next words", "end", "last end", ["one last end", "other last end"]],
    [
      "as a replacement",
      "the 15th, end",
      "the 16th, end",
      ["the 16th, one end", "the 16th, other end"],
    ],
    ["beside a removal", "a b c", "a new c", ["one a new c", "a new c other"]],
    ["with emoji", "end", "😀 end", ["😀 one end", "😀 other end"]],
  ] as const)("are merged once %s", (_, base, pending, copies) => {
    const { shared, merged } = mergeCopies(base, [pending], copies);
    expect(shared).toBe(pending);
    const words = [...new Set(`${copies[0]} ${copies[1]}`.split(" "))];
    expect(merged.text.split(" ").toSorted()).toEqual(words.toSorted());
  });

  test("leave the base as it is if the sender repeats nothing", () => {
    const start = seedText("end");
    const ours = editedText(start, "one end", 8);
    const theirs = editedText(start, "one end", 9);
    const sent = { update: textUpdateSince(start, theirs), theirs: theirs.content };
    expect(withSharedInserts("end", repeatedIn(ours), sent)).toBe("end");
  });

  test("are between equal spaces where the document has them", () => {
    const { shared, merged } = mergeCopies(
      "one two ",
      ["two three ", "two three four "],
      ["two three four five ", "six\nthree four "],
    );
    expect(shared).toBe("one two three four ");
    expect(merged.text).toBe("six\nthree four five ");
  });

  test("are found beside text that another device continued since", () => {
    const start = editedText(seedText("end "), "one end ", 6);
    const copied = editedText(start, "one end last ", 7);
    const theirs = editedText(copied, "one end last, other ", 9);
    const update = textUpdateSince(start, theirs);
    const ours = editedText(copied, "one more end last ", 6);
    const sent = { update, theirs: theirs.content };
    expect(withSharedInserts(start.content, repeatedIn(ours), sent)).toBe("one end last ");
  });

  test("stay removed if one side removed them since", () => {
    const { shared, merged } = mergeCopies(
      "end ",
      ["first second end "],
      ["first end ", "first second last end "],
    );
    expect(shared).toBe("first second end ");
    expect(merged.text).toBe("first last end ");
  });

  test("are added before text that only one side removed", () => {
    const start = seedText("old end");
    const copied = editedText(start, "new old end", 7);
    const ours = editedText(copied, "new end", 8);
    const sent = { update: textUpdateSince(start, copied), theirs: copied.content };
    expect(withSharedInserts("old end", repeatedIn(ours), sent)).toBe("new old end");
  });
});
