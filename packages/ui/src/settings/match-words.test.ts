import { expect, test } from "vitest";
import { hasWords } from "./match-words.ts";

const theme = ["Theme", "dark light night", "Appearance"];

test("finds each typed word, in any order and from any text", () => {
  expect(hasWords(theme, "night THEME")).toBe(true);
  expect(hasWords(theme, " appear dark ")).toBe(true);
  expect(hasWords(theme, "night size")).toBe(false);
});

test("ignores accents, case and width; keeps voiced kana distinct", () => {
  expect(hasWords(["Größe der Schrift"], "grosse")).toBe(false);
  expect(hasWords(["Größe der Schrift"], "GRÖ")).toBe(true);
  expect(hasWords(["Größe der Schrift"], "gro")).toBe(true);
  expect(hasWords(["言語 テーマ"], "ﾃｰﾏ")).toBe(true);
  expect(hasWords(["かぎ"], "かき")).toBe(false);
});

test("matches everything without input", () => expect(hasWords(theme, "")).toBe(true));
