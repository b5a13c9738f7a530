import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffParts, type DiffPart } from "./diff-parts.ts";

const join = (parts: readonly DiffPart[], without: DiffPart["kind"]): string =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

describe("the parts of a diff", () => {
  test("are the removed words, the added words, and the unchanged text", () => {
    expect(diffParts("buy bread and milk", "buy bread and butter, today")).toEqual([
      { kind: "same", text: "buy bread and " },
      { kind: "removed", text: "milk" },
      { kind: "added", text: "butter, today" },
    ]);
  });

  test("keep consecutive removed words together", () => {
    expect(diffParts("take two shackles home", "take one lamp home")).toEqual([
      { kind: "same", text: "take " },
      { kind: "removed", text: "two shackles" },
      { kind: "added", text: "one lamp" },
      { kind: "same", text: " home" },
    ]);
  });

  test("are one part for equal texts, and none for empty texts", () => {
    expect(diffParts("same", "same")).toEqual([{ kind: "same", text: "same" }]);
    expect(diffParts("", "")).toEqual([]);
  });

  property.prop([fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })])(
    "give both texts back",
    (before, after) => {
      const parts = diffParts(before, after);
      expect(join(parts, "removed")).toBe(after);
      expect(join(parts, "added")).toBe(before);
      expect(parts.every(({ text }) => text !== "")).toBe(true);
    },
  );
});
