import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { diffText, type TextEdit } from "./text-diff.ts";

function applyEdits(before: string, edits: readonly TextEdit[]): string {
  let text = before;
  for (const edit of edits.toReversed()) {
    text = text.slice(0, edit.at) + edit.insert + text.slice(edit.at + edit.remove);
  }
  return text;
}

const line = fc.string({ unit: "binary", maxLength: 20 });
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

describe("the edits between two texts", () => {
  property.prop([text, text])("T1 · turn the one into the other", (before, after) => {
    expect(applyEdits(before, diffText(before, after))).toBe(after);
  });

  property.prop([text])("T1 · are none when nothing changed", (same) => {
    expect(diffText(same, same)).toEqual([]);
  });

  property.prop([text, text])("T2 · never cut a surrogate pair", (before, after) => {
    fc.pre(before.isWellFormed() && after.isWellFormed());
    for (const edit of diffText(before, after)) {
      expect(edit.insert.isWellFormed()).toBe(true);
      expect(before.slice(edit.at, edit.at + edit.remove).isWellFormed()).toBe(true);
    }
  });

  test("T3 · leave the lines alone that did not change", () => {
    const filler = Array.from({ length: 400 }, (_, i) => `line ${i}`).join("\n");
    const edits = diffText(`start\n${filler}\nend`, `begin\n${filler}\nfinish`);
    expect(edits).toEqual([
      { at: 0, remove: 5, insert: "begin" },
      { at: `start\n${filler}\n`.length, remove: 3, insert: "finish" },
    ]);
  });

  test("T3 · do not touch an emoji's first half when only its second differs", () => {
    expect(diffText("a😀b", "a😁b")).toEqual([{ at: 1, remove: 2, insert: "😁" }]);
  });
});
