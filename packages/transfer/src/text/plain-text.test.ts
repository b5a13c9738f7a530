import { renderMarkdown } from "@tidemark/core/markdown";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asMarkdown } from "./plain-text.ts";

/** Returns the text of a rendered memo, line by line. */
function shown(markdown: string): string {
  return renderMarkdown(markdown, { lineBreaks: "written" })
    .replaceAll(/<br>\n?/g, "\n")
    .replaceAll(/<\/p>\n?<p>/g, "\n\n")
    .replaceAll(/<(?:\/?p|a [^<>]*|\/a)>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}

describe("a plain text as Markdown", () => {
  test.each([
    "# of eggs: 12",
    "1986. A great year\n2) next",
    "$5 or $6$",
    "- 5 degrees outside\n+ 3\n* 2",
    "*not bold* **nor this** _nor_ this_one ~~here~~ ==there==",
    "a `b` c\n```\nd\n```",
    "over\n---\nunder\n===\n***\n___",
    "> quoted",
    "[a](b) [c]: d [^1]\n[^1]: e",
    "<b>bold</b> <https://a.example> &amp; & &copy;",
    "a\\* b\\\nc",
    "| a | b |\n| - | - |\n| c | d |",
    "#tag and word#tag ##x",
    "see https://a.example/x_y_z?a=*b*&copy=1, or a_b@c.example",
    "    four blanks\n\ttab",
    "**注意：**请看",
  ])("of %j shows it as written", (text) => {
    const blanks = /^[\s\u00a0]+/gm;
    expect(shown(asMarkdown(text)).replaceAll(blanks, "")).toBe(text.replaceAll(blanks, "").trim());
  });

  test("stays as it is if nothing in it is Markdown", () => {
    const text = "Milk, 3 eggs & bread - $5; snake_case 2 * 3 (see [1])\n\n1986 was fine.";
    expect(asMarkdown(text)).toBe(text);
  });

  test("keeps the tags that are given", () => {
    expect(asMarkdown("#Home and #other", new Set(["home"]))).toBe("#Home and \\#other");
  });

  test("shows any text as written", () => {
    const piece = fc.constantFrom(
      ...[
        "#",
        "*",
        "_",
        "`",
        "~",
        "=",
        "$",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "&",
        "\\",
        "|",
        "-",
        "+",
      ],
      ...["1.", "2)", ":", "!", "a", "b c", " ", "\n", "^", "x;", "amp;", "é", "。", "漢"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces
          .join("")
          .split("\n")
          .map((line) => line.trim())
          .join("\n")
          .replaceAll(/\n{3,}/g, "\n\n")
          .trim();
        expect(shown(asMarkdown(text)).replaceAll(/ +/g, " ")).toBe(text.replaceAll(/ +/g, " "));
      }),
      { numRuns: 3000 },
    );
  });
});
