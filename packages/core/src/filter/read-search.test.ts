import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSearch, searchWords } from "./read-search.ts";
import { wordsToFilter } from "./search-words.ts";

const suggested = (typed: string): [string, string][] =>
  readSearch(typed).problems.map(({ word, suggestion }) => [word, suggestion]);

describe("F18a · a word that looks like an operator but isn't one gets a suggestion", () => {
  test.each([
    ["has:opne", "has:open"],
    ["has:banana", "has:open"],
    ["has:tasks", "has:task"],
    ["is:foo", "is:pinned"],
    ["is:privat", "is:private"],
    ["-has:liink", "-has:link"],
    ["after:yesterdy", "after:yesterday"],
    ["before:2026-02-30", "before:7d"],
    ["hsa:open", "has:open"],
    ["afer:2026-01-01", "after:2026-01-01"],
    ["tag:boat/engine", "#boat/engine"],
    ["since:7d", "after:7d"],
  ])("%j: %j", (typed, suggestion) => {
    expect(suggested(`tide ${typed} sea`)).toEqual([[typed, suggestion]]);
    expect(wordsToFilter(suggestion).cel).not.toBe("");
    expect(suggested(suggestion)).toEqual([]);
  });

  test.each(["http://has.open", "10:30", '"has:banana"', "todo:buy", "is", "=has:banana", "tag:/"])(
    "%j is text, or CEL",
    (typed) => {
      expect(suggested(typed)).toEqual([]);
    },
  );

  test("operators and problems have positions", () => {
    expect(readSearch("#boat 日本 -has:opne is:pinned")).toEqual({
      operators: [
        { start: 0, end: 5 },
        { start: 19, end: 28 },
      ],
      problems: [{ start: 9, end: 18, word: "-has:opne", suggestion: "-has:open", isBegun: false }],
      celStart: null,
    });
    expect(readSearch(" = pinned").celStart).toBe(3);
  });

  test.each([
    ["has:", true],
    ["has:op", true],
    ["has:opx", false],
    ["after:20", true],
    ["after:2026-0", true],
    ["after:x", false],
  ])("%j may still become an operator: %j", (typed, isBegun) => {
    expect(readSearch(typed).problems).toMatchObject([{ isBegun }]);
  });

  test("any text can be read, and a search leaves out exactly the reported words", () => {
    const piece = fc.constantFrom(
      "has:",
      "is:",
      "open",
      "opne",
      "-",
      '"',
      " ",
      "tag:",
      "#a",
      "日",
      "7d",
      "after:",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const typed = pieces.join("");
        for (const { start, end, word } of readSearch(typed).problems) {
          expect(typed.slice(start, end)).toBe(word);
        }
        expect(wordsToFilter(searchWords(typed).join(" ")).cel).toBe(wordsToFilter(typed).cel);
      }),
    );
  });
});
