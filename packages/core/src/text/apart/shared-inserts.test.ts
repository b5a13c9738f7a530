import { describe, expect, test } from "vitest";
import { mergeReadings } from "../merge-texts.ts";
import type { MemoText } from "../memo-text.ts";
import { withSharedInserts } from "./shared-inserts.ts";
import { applyTextUpdate, textUpdateSince, textUpdateTo } from "../text-document.ts";

const seed = (content: string): MemoText => ({
  memo: "m1",
  content,
  text: { gen: 1, state: null },
});

function edited(current: MemoText, content: string, client: number): MemoText {
  const update = textUpdateTo(current, content, client);
  if (update === null) return current;
  const merged = applyTextUpdate(current, update);
  if (!merged.ok) throw new Error(merged.error.type);
  return { memo: current.memo, ...merged.value };
}

/** Merges the edits of two copies of a profile, which were pending when it was copied. */
function mergeCopies(base: string, pending: string, [one, other]: readonly [string, string]) {
  const start = seed(base);
  const copied = edited(start, pending, 7);
  const ours = edited(copied, one, 8);
  const theirs = edited(copied, other, 9);
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
    const start = seed("end");
    const ours = edited(start, "one end", 8);
    const theirs = edited(start, "one end", 9);
    const sent = { update: textUpdateSince(start, theirs), theirs: theirs.content };
    expect(withSharedInserts("end", ours, sent)).toBe("end");
  });

  test("leave the base as it is where only one side removed its text", () => {
    const start = seed("old end");
    const copied = edited(start, "new old end", 7);
    const ours = edited(copied, "new end", 8);
    const sent = { update: textUpdateSince(start, copied), theirs: copied.content };
    expect(withSharedInserts("old end", ours, sent)).toBe("old end");
  });
});
