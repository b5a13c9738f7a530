import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";
import { countHidden, cutText, showHidden } from "./visible-text.ts";

test("hidden characters are written out and counted", () => {
  const text = "a\u200bb\u202ec \u{e0041}\u{e0042} \ufeffd";
  expect(showHidden(text)).toBe("a\\u{200B}b\\u{202E}c \\u{E0041}\\u{E0042} \\u{FEFF}d");
  expect(countHidden(text)).toBe(5);
  expect(showHidden("Größe 漢字 مرحبا ❤️ 👩‍💻 \n")).toBe("Größe 漢字 مرحبا ❤️ 👩‍💻 \n");
  expect(countHidden("Größe 漢字")).toBe(0);
});

test("a text is never cut within a character", () => {
  expect(cutText("ab😀", 4)).toBe("ab😀");
  expect(cutText("ab😀cd", 4)).toBe("ab…");
  expect(cutText("abcdef", 4)).toBe("abc…");
});

test("an excerpt is around the first match, or is the beginning", () => {
  const content = `${"word ".repeat(100)}the Tide\n\nturns ${"after ".repeat(100)}`;
  const options = { beginning: "word word", length: 120 };
  const excerpt = excerptOf(content, ["tide"], options);
  expect(excerpt).toMatch(/^…(?:\w+ )+the Tide turns (?:after )+/);
  expect(excerpt).toHaveLength(120);
  expect(excerptOf(content, ["moon"], options)).toBe("word word");
  expect(excerptOf("tide first", ["tide"], { ...options, beginning: "tide first" })).toBe(
    "tide first",
  );
});
