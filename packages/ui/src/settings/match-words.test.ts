import { expect, test } from "vitest";
import { hasWords } from "./match-words.ts";

const theme = ["Theme", "dark light night", "Appearance"];

test("each word that was typed is looked for, in any order and from any part", () => {
  expect(hasWords(theme, "night THEME")).toBe(true);
  expect(hasWords(theme, " appear dark ")).toBe(true);
  expect(hasWords(theme, "night size")).toBe(false);
});

test("accents, cases and widths do not matter; kana stay what they are", () => {
  expect(hasWords(["Größe der Schrift"], "grosse")).toBe(false);
  expect(hasWords(["Größe der Schrift"], "GRÖ")).toBe(true);
  expect(hasWords(["Größe der Schrift"], "gro")).toBe(true);
  expect(hasWords(["言語 テーマ"], "ﾃｰﾏ")).toBe(true);
  expect(hasWords(["かぎ"], "かき")).toBe(false);
});

test("nothing typed is in everything", () => expect(hasWords(theme, "")).toBe(true));
