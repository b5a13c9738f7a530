import { describe, expect, test } from "vitest";
import { canBePast, commonPast, likelyPasts } from "./common-past.ts";
import { mergeReadings } from "../merge-texts.ts";
import { editedText, seedText } from "../../../tests/text/edited-text.ts";

describe("T3f · the text that two documents had before they were edited apart", () => {
  const older = seedText("price 10 euro");
  const past = editedText(older, "the price is 18271 euro", 7);
  const ours = editedText(past, "the price is 17190 euro, one", 8);
  const theirs = editedText(past, "the price is 16109 euro", 9);

  test("is recognised though both deleted parts of it", () => {
    const common = commonPast(ours, theirs);
    expect(common).not.toBeNull();
    expect(canBePast(past.content, common ?? [])).toBe(true);
  });

  test.each([
    ["an older text", older.content],
    ["one side's text", ours.content],
    ["a text of something else", "the price is 18271 euro more"],
  ])("isn't taken for %s", (_, content) => {
    expect(canBePast(content, commonPast(ours, theirs) ?? [])).toBe(false);
  });

  test("is pieced together if it isn't stored, also where both deleted its letters", () => {
    const [known, marked] = likelyPasts(commonPast(ours, theirs) ?? []);
    const [one, other] = [ours.content, theirs.content];
    const merged = mergeReadings(known, one, other, "theirs");
    expect(merged.text).toBe("the price is 16109 euro, one");
    expect(merged.isDecided).toBe(true);
    const apart = editedText(past, "the price is 29999 euro", 8);
    const [, shown] = likelyPasts(
      commonPast(apart, editedText(past, "the price is 30000 euro", 9)) ?? [],
    );
    expect(mergeReadings(shown, apart.content, "the price is 30000 euro", "ours").text).toBe(
      "the price is 29999 euro",
    );
    expect(marked.length).toBeGreaterThan(known.length);
  });

  test("isn't needed if one document contains the other", () => {
    expect(commonPast(past, ours)).toBeNull();
    expect(commonPast(ours, past)).toBeNull();
    expect(commonPast(ours, ours)).toBeNull();
    expect(commonPast(ours, editedText(past, "the price is 1827 euro", 9))).toBeNull();
  });

  test("is needed if one side only deleted", () => {
    const shorter = editedText(past, "the price is 18271", 9);
    expect(canBePast(past.content, commonPast(ours, shorter) ?? [])).toBe(true);
    expect(canBePast(past.content, commonPast(shorter, ours) ?? [])).toBe(true);
  });

  test("is found in linear work where letters repeat", () => {
    const long = seedText("a".repeat(20_000));
    const one = editedText(editedText(long, "a".repeat(10_000), 8), `b${"a".repeat(10_000)}`, 8);
    const other = editedText(editedText(long, "a".repeat(10_000), 9), `${"a".repeat(10_000)}c`, 9);
    expect(canBePast(long.content, commonPast(one, other) ?? [])).toBe(true);
  });
});
