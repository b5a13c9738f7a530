import { describe, expect, test } from "vitest";
import { isBlurredBy, rulesOf } from "./looks.ts";
import {
  cssOf,
  floatsOf,
  looksOf,
  offeredColour,
  tagColours,
  type TagColour,
} from "./tag-colours.ts";

const names = Object.keys(tagColours) as TagColour[];

describe("tag styles", () => {
  test("a colour applies to a tag and its subtags; a subtag's own colour wins", () => {
    const rules = rulesOf({
      "work/red": { colour: "rgb(1 2 3)", isBlurred: false },
      work: { colour: "rgb(4 5 6)", isBlurred: false },
      plain: { colour: null, isBlurred: true },
    }).split("\n");
    expect(rules.map((rule) => rule.slice(0, rule.indexOf("{")))).toEqual([
      '[data-tag="work"],[data-tag^="work/"]',
      '[data-tag="work/red"],[data-tag^="work/red/"]',
    ]);
    expect(rules[0]).toContain("--tone:rgb(4 5 6)");
  });

  test("tag and colour names can't inject CSS rules", () => {
    const rules = rulesOf({
      'a"]{}*{color:red}[x="': { colour: "rgb(1 2 3)", isBlurred: false },
      b: { colour: "red;}*{color:red", isBlurred: false },
    });
    expect(rules).toMatch(/^\[data-tag="a\\"\]\{\}\*\{color:red\}\[x=\\""\],/);
    expect(rules.split("\n")).toHaveLength(1);
  });

  test("a memo is blurred by a tag or its parent tag", () => {
    const looks = looksOf({ secret: { blurContent: true }, "secret/open": { blurContent: false } });
    expect(isBlurredBy(["a", "secret"], looks)).toBe(true);
    expect(isBlurredBy(["secret/open"], looks)).toBe(true);
    expect(isBlurredBy(["secrets", "a/secret"], looks)).toBe(false);
    expect(isBlurredBy([], looks)).toBe(false);
  });

  test.each(names)("%s is recognised after it was stored", (name) => {
    const floats = floatsOf(name);
    expect(offeredColour(floats)).toBe(name);
    expect(cssOf(floats)).toMatch(/^rgb\(\d+ \d+ \d+\)$/);
  });

  test("a colour set by another client is shown, and a transparent one is ignored", () => {
    expect(offeredColour({ red: 0.5, green: 0.1, blue: 1 })).toBeNull();
    expect(cssOf({ red: 0.5, green: 0.1, blue: 1 })).toBe("rgb(128 26 255)");
    expect(cssOf({ red: 1, green: 0, blue: 0, alpha: 0 })).toBeNull();
  });
});
