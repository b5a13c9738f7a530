import type { LibraryFile } from "@tidemark/core/router";
import { describe, expect, test } from "vitest";
import { columnsIn, isShownLarge, rowsOf } from "./library-rows.ts";

function file(id: string, changes: Partial<LibraryFile> = {}): LibraryFile {
  return {
    id,
    filename: `${id}.png`,
    type: "image/png",
    kind: "image",
    sizeBytes: 1,
    width: null,
    height: null,
    durationSeconds: null,
    externalLink: "",
    isHere: true,
    hasSmall: false,
    isKept: null,
    createdMs: 0,
    memo: null,
    ...changes,
  };
}

describe("rows of the library", () => {
  test("hold all files in their order, the last row the remaining ones", () => {
    const rows = rowsOf(
      ["a", "b", "c", "d", "e"].map((id) => file(id)),
      2,
    );
    expect(rows.map(({ holds, at }) => [at, ...holds])).toEqual([
      [0, "a", "b"],
      [2, "c", "d"],
      [4, "e"],
    ]);
    expect(rowsOf([], 3)).toEqual([]);
  });

  test.each([
    [0, 2],
    [275, 2],
    [420, 3],
    [680, 4],
  ])("%i pixels hold %i squares", (width, columns) => {
    expect(columnsIn(width)).toBe(columns);
  });
});

test("does not show SVGs, audio files and external links large", () => {
  expect(isShownLarge(file("a"))).toBe(true);
  expect(isShownLarge(file("b", { kind: "video" }))).toBe(true);
  expect(isShownLarge(file("c", { kind: "file", type: "image/svg+xml" }))).toBe(false);
  expect(isShownLarge(file("d", { kind: "audio" }))).toBe(false);
  expect(isShownLarge(file("e", { externalLink: "https://example.org/e.png" }))).toBe(false);
});
