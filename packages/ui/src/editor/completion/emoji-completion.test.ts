import { describe, expect, test } from "vitest";
import { afterChoosing, labelsIn } from "../../../tests/offered.ts";
import { emojiTrigger } from "./emoji-completion.ts";
import { emojiIn, findEmoji } from "./emoji-list.ts";

async function first(typed: string, language = "en"): Promise<string | undefined> {
  return findEmoji(await emojiIn(language), typed, 1)[0]?.character;
}

describe("a colon", () => {
  test.each([
    "12:30|",
    "http:so|",
    "note:so|",
    "::so|",
    "/:so|",
    ":s|",
    ":|",
    ": so|",
    ":)|",
    ":-D|",
    "`:tada|`",
    "```\n:tada|",
  ])("in %j offers nothing", async (text) => {
    expect(await labelsIn(text, emojiTrigger)).toEqual([]);
  });

  test.each([":ta|", "so :ta|", "(:ta|", "好:ta|"])("in %j offers emoji", async (text) => {
    expect((await labelsIn(text, emojiTrigger)).length).toBeGreaterThan(0);
  });

  test("writes the character", async () => {
    expect(await afterChoosing("done :tada|", emojiTrigger, "party popper")).toBe("done 🎉|");
  });
});

test.each([
  ["tada", "🎉"],
  ["+1", "👍️"],
  ["heart", "❤️"],
  ["hea", "❤️"],
  ["party_popper", "🎉"],
])("%s is found", async (typed, character) => {
  expect(await first(typed)).toBe(character);
});

test.each([
  ["de", "konfettibombe", "🎉"],
  ["zh-Hans", "拉炮", "🎉"],
  ["ja", "クラッカー", "🎉"],
  ["de", "tada", "🎉"],
])("in %s %s is found", async (language, typed, character) => {
  expect(await first(typed, language)).toBe(character);
});
