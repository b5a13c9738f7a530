import { expect, test } from "vitest";
import { englishMenuWords } from "./english-menu-words.ts";
import { menuWords } from "./menu-strings.ts";

test("a window's menu says in English what it says before a page has sent its words", () => {
  expect(menuWords()).toEqual(englishMenuWords);
});
