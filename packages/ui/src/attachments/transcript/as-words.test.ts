import { deriveMemo, renderMarkdown } from "@tidemark/core/markdown";
import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asWords, longestTranscript, splitTranscript } from "./as-words.ts";

/** Returns the visible text of a memo. */
function read(markdown: string): string {
  const holder = document.createElement("div");
  holder.innerHTML = renderMarkdown(markdown, { lineBreaks: "written" });
  return holder.textContent.replaceAll(/\s+/gu, " ").trim();
}

/** Returns the names of its elements, except for paragraphs and line breaks. */
function elements(markdown: string): string[] {
  const holder = document.createElement("div");
  holder.innerHTML = renderMarkdown(markdown, {});
  return [...holder.querySelectorAll(":not(p, br)")].map(({ localName }) => localName);
}

describe("a transcript", () => {
  test.each([
    "# High water",
    "#tide and ##tide",
    "- one\n- two",
    "* one",
    "+ one",
    "-",
    "--- and ---",
    "12. of May",
    "3) three",
    "> quoted",
    "words\n===",
    "words\n---",
    "words\n=",
    "[x](javascript:alert(1))",
    "![x](/file/attachments/a/x.png)",
    "[ref]: /tides",
    "[^1] and [^1]: note",
    "<img src=x onerror=alert(1)>",
    "**bold** _it_ ~~gone~~ ==marked== `code`",
    "```\ncode\n```",
    "~~~\ncode\n~~~",
    "    four blanks",
    "a | b\n--|--\nc | d",
    "a |\n:--",
    "it costs $5 and $6, or $x^2$",
    "$$\nx\n$$",
    "AT&amp;T &#35; &copy;",
    String.raw`C:\*files\ and \#tags`,
    "[ ] to do",
    "@ines said",
    "> [!NOTE]\n> beware",
    "snake_case and _ alone",
    "ends with a backslash \\",
  ])("%j is shown unchanged", (said) => {
    const markdown = asWords(said);
    expect(read(markdown)).toBe(said.replaceAll(/\s+/gu, " ").trim());
    expect(elements(markdown)).toEqual([]);
    expect(deriveMemo(markdown)).toMatchObject({ tags: [] });
  });

  test("is unchanged if there is nothing to escape", () => {
    const said =
      "High water at six. It was -5 degrees, 3 = 3, and #1? No: snake_case.\n\nThen fog.";
    expect(asWords("High water at six.\r\nIt was -5 degrees; 3.5 metres.\n\nThen fog.")).toBe(
      "High water at six.\nIt was -5 degrees; 3.5 metres.\n\nThen fog.",
    );
    expect(read(asWords(said))).toBe(said.replaceAll(/\s+/gu, " "));
  });

  test("keeps an address as a link with the same text", () => {
    const markdown = asWords("See https://example.org/tides and so on.");
    expect(elements(markdown)).toEqual(["a"]);
    expect(read(markdown)).toBe("See https://example.org/tides and so on.");
  });

  const pieces = fc.constantFrom(
    ...["#", "-", "+", "*", "_", "=", "~", ">", "|", "[", "]", "(", ")", "<", "&", ";", "$", "\\"],
    ...[
      "`",
      "!",
      ":",
      "1",
      ".",
      "a",
      "é",
      "漢",
      "🌊",
      " ",
      "\n",
      "\t",
      "^",
      "@",
      "{",
      "}",
      '"',
      "'",
    ],
  );
  property.prop([fc.array(pieces, { maxLength: 40 })])(
    "of any characters is read as it was",
    (all) => {
      const said = all.join("");
      const markdown = asWords(said);
      expect(elements(markdown).filter((name) => name !== "a")).toEqual([]);
      expect(read(markdown)).toBe(said.replaceAll(/\s+/gu, " ").trim());
    },
  );
});

describe("a long transcript", () => {
  test("of three hours is written completely", () => {
    const said = "high water ".repeat(18_000);
    expect(splitTranscript(said)).toEqual({ words: said.trim(), rest: "" });
  });

  test("that is longer is split between two words", () => {
    const said = "high water ".repeat(30_000);
    const { words, rest } = splitTranscript(said);
    expect(words.length).toBeLessThanOrEqual(longestTranscript);
    expect(words.length).toBeGreaterThan(longestTranscript - 12);
    expect(`${words} ${rest}`).toBe(said.trim());
  });

  test("without spaces is split between two characters", () => {
    const { words, rest } = splitTranscript(`x${"🌊".repeat(20)}`, 10);
    expect(words.isWellFormed() && rest.isWellFormed()).toBe(true);
    expect(words + rest).toBe(`x${"🌊".repeat(20)}`);
  });
});
