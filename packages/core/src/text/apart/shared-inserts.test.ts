import { describe, expect, test } from "vitest";
import { mergeReadings } from "../merge-texts.ts";
import { withSharedInserts } from "./shared-inserts.ts";
import { textUpdateSince } from "../text-document.ts";
import { editedText, seedText } from "../../../tests/text/edited-text.ts";

/** Merges the edits of two copies of a profile, which were pending when it was copied. */
function mergeCopies(base: string, pending: string, [one, other]: readonly [string, string]) {
  const start = seedText(base);
  const copied = editedText(start, pending, 7);
  const ours = editedText(copied, one, 8);
  const theirs = editedText(copied, other, 9);
  const sent = { update: textUpdateSince(start, theirs), theirs: theirs.content };
  const shared = withSharedInserts(base, ours, sent);
  return { shared, text: mergeReadings(shared, ours.content, theirs.content, "theirs").text };
}

describe("T9b · edits that both sides repeat", () => {
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
    const { shared, text } = mergeCopies(base, pending, copies);
    expect(shared).toBe(pending);
    const words = [...new Set(`${copies[0]} ${copies[1]}`.split(" "))];
    expect(text.split(" ").toSorted()).toEqual(words.toSorted());
  });

  test("leave the base as it is if the sender repeats nothing", () => {
    const start = seedText("end");
    const ours = editedText(start, "one end", 8);
    const theirs = editedText(start, "one end", 9);
    const sent = { update: textUpdateSince(start, theirs), theirs: theirs.content };
    expect(withSharedInserts("end", ours, sent)).toBe("end");
  });

  test("leave the base as it is where only one side removed its text", () => {
    const start = seedText("old end");
    const copied = editedText(start, "new old end", 7);
    const ours = editedText(copied, "new end", 8);
    const sent = { update: textUpdateSince(start, copied), theirs: copied.content };
    expect(withSharedInserts("old end", ours, sent)).toBe("old end");
  });
});
