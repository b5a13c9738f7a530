import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { diffText } from "./text-diff.ts";
import type { TextEdit } from "./tokens/text-edit.ts";

function applyEdits(before: string, edits: readonly TextEdit[]): string {
  let text = before;
  for (const edit of edits.toReversed()) {
    text = text.slice(0, edit.at) + edit.insert + text.slice(edit.at + edit.remove);
  }
  return text;
}

/** Selects which of the words each text has. */
function sides(all: readonly string[]) {
  const has = fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length });
  return { before: has, after: has };
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

  test("T3 · leave unchanged lines alone", () => {
    const filler = Array.from({ length: 400 }, (_, i) => `line ${i}`).join("\n");
    const edits = diffText(`start\n${filler}\nend`, `begin\n${filler}\nfinish`);
    expect(edits).toEqual([
      { at: 0, remove: 5, insert: "begin" },
      { at: `start\n${filler}\n`.length, remove: 3, insert: "finish" },
    ]);
  });

  const word = fc.stringMatching(/^[a-dåжш]{1,4}[0-9]{1,3}$/);
  const blank = fc.constantFrom(" ", "\n", " #", " - [ ] ", ", ", "  \n\n");
  const written = fc
    .uniqueArray(word, { maxLength: 12 })
    .chain((all) => fc.record({ all: fc.constant(all), blanks: fc.array(blank), ...sides(all) }));
  property.prop([written])("T3 · take no word out that stays in its place", (made) => {
    const [before, after] = [made.before, made.after].map((has) =>
      made.all.flatMap((each, i) => (has[i] ? [each, made.blanks[i] ?? " "] : [])).join(""),
    ) as [string, string];
    const stays = new Set(made.all.filter((_, i) => made.before[i] && made.after[i]));
    const cut = diffText(before, after).flatMap(({ at, remove }) =>
      Array.from(before.matchAll(/[^\s#[\],-]+/g))
        .filter(({ 0: each, index }) => at < index + each.length && index < at + remove)
        .flatMap(({ 0: each }) => (stays.has(each) ? [each] : [])),
    );
    expect(cut).toEqual([]);
  });

  test("T3 · don't move text to keep a common blank", () => {
    expect(diffText("start one two end", "start #three one end")).toEqual([
      { at: 6, remove: 0, insert: "#three " },
      { at: 9, remove: 4, insert: "" },
    ]);
  });

  test("T3 · cut between words even if the first letters are the same", () => {
    expect(diffText("banana bob", "bob")).toEqual([{ at: 0, remove: 7, insert: "" }]);
    expect(diffText("a bob", "a banana bob")).toEqual([{ at: 2, remove: 0, insert: "banana " }]);
    expect(diffText("c05 c0 end ", "c0 ")).toEqual([
      { at: 0, remove: 4, insert: "" },
      { at: 6, remove: 4, insert: "" },
    ]);
  });

  test("T3 · change a letter within a word, and a character if words have no blanks", () => {
    expect(diffText("the color", "the colour")).toEqual([{ at: 8, remove: 0, insert: "u" }]);
    expect(diffText("今日は雨です", "今日は晴れです")).toEqual([
      { at: 3, remove: 1, insert: "晴れ" },
    ]);
  });

  test("T3 · find the changed words in a long paragraph", () => {
    const filler = "so it goes on and on ".repeat(300);
    expect(diffText(`first ${filler}last`, `one ${filler}two`)).toEqual([
      { at: 0, remove: 5, insert: "one" },
      { at: 6 + filler.length, remove: 4, insert: "two" },
    ]);
  });

  test("T3 · don't split an emoji if only its second half differs", () => {
    expect(diffText("a😀b", "a😁b")).toEqual([{ at: 1, remove: 2, insert: "😁" }]);
  });
});
