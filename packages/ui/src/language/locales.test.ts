import { describe, expect, test } from "vitest";
import { formatLocale, matchLocale } from "./locales.ts";

describe("the shown language", () => {
  test.each([
    [["zh-CN"], "zh-Hans"],
    [["zh"], "zh-Hans"],
    [["zh-SG", "en"], "zh-Hans"],
    [["zh-Hans-HK"], "zh-Hans"],
    [["de-AT", "en-US"], "de"],
    [["ja-JP"], "ja"],
    [["fr-FR", "de"], "de"],
    [["en-GB", "de"], "en"],
    [["fr"], "en"],
    [[], "en"],
    [["not a tag", "x", "ja"], "ja"],
  ])("is for %j %s", (wanted, shown) => {
    expect(matchLocale(wanted)).toBe(shown);
  });

  test("is never Simplified Chinese if only the Traditional script is requested", () => {
    expect(matchLocale(["zh-TW", "ja", "en"])).toBe("ja");
    expect(matchLocale(["zh-Hant"])).toBe("en");
    expect(matchLocale(["zh-HK", "zh-CN"])).toBe("zh-Hans");
  });
});

test.each([
  ["en", ["en-GB", "en-US"], "en-GB"],
  ["en", ["de-DE", "en-IE"], "en-IE"],
  ["de", ["en-GB"], "de"],
  ["zh-Hans", ["zh-TW", "zh-SG"], "zh-SG"],
  ["en-XA", ["en-GB"], "en-GB"],
] as const)("in %s, dates for %j are written as in %s", (shown, wanted, written) => {
  expect(formatLocale(shown, wanted)).toBe(written);
});
