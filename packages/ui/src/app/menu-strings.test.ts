import { expect, test } from "vitest";
import { englishMenuWords } from "./english-menu-words.ts";
import { menuWords } from "./menu-strings.ts";

test("the menu's English labels equal its default ones", () => {
  expect(menuWords()).toEqual(englishMenuWords);
});
