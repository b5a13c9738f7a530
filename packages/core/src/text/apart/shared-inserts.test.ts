import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { mergeReadings } from "../merge-texts.ts";
import { withSharedInserts } from "./shared-inserts.ts";
import { textUpdateSince } from "../text-document.ts";
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
  const shared = withSharedInserts(base, ours, sent);
  return { shared, merged: mergeReadings(shared, ours.content, theirs.content, "theirs") };
}

/** Matches the words of the property below, also where the spaces between two of them were removed. */
const word = /([a-z]\d+)\1/g;
/** Changes of a text: positions of words to insert, and of words to remove. */
const changes = fc.array(fc.tuple(fc.nat(7), fc.boolean()), { minLength: 1, maxLength: 3 });
const apart = fc.record({
  base: fc.nat(4),
  pending: fc.array(changes, { maxLength: 3 }),
  one: changes,
  other: changes,
});

/** Returns a function that changes a list of words. Each inserted word is new. */
function wordChanger(): (
  words: readonly string[],
  made: readonly (readonly [number, boolean])[],
) => string[] {
  let count = 0;
  return (words, made) => {
    const result = [...words];
    for (const [place, isRemoval] of made) {
      const at = place % (result.length + 1);
      if (isRemoval) result.splice(at, 1);
      else result.splice(at, 0, `${"abcdefghijklmnopqrstuvwxyz"[(count += 1)]}${count}`.repeat(2));
    }
    return result;
  };
}

const textOf = (words: readonly string[]): string => words.map((each) => `${each} `).join("");

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
      const [one, other] = sides.map(textOf) as [string, string];
      const { merged } = mergeCopies(textOf(base), steps.map(textOf), [one, other]);
      const found = merged.text.match(word) ?? [];
      expect(new Set(found).size).toBe(found.length);
      const isNew = (word: string): boolean => !pending.includes(word);
      const lost = merged.clashes.flatMap(({ ours }) => ours.match(word) ?? []);
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
    expect(withSharedInserts("end", ours, sent)).toBe("end");
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
    expect(withSharedInserts(start.content, ours, sent)).toBe("one end last ");
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
    expect(withSharedInserts("old end", ours, sent)).toBe("new old end");
  });
});
