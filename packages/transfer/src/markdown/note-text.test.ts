import { describe, expect, test } from "vitest";
import { noteParts, type NoteLinks } from "./note-text.ts";
import { titleOf } from "./note-title.ts";

/** Treats every address that begins with `x` as a note. */
const links: NoteLinks = {
  address: (address) =>
    address.startsWith("x") ? { to: "memo", key: address } : { to: "nothing" },
  wiki: () => null,
};

function written(text: string): string {
  return noteParts(text, links)
    .map((part) => (typeof part === "string" ? part : `{${part.key}}`))
    .join("");
}

describe("the addresses of a note", () => {
  test.each([
    ["[a](x)", "[a]({x})"],
    ["![a|30](x.png)", "![a|30]({x.png})"],
    ["[a](<x y>)", "[a]({x y})"],
    ["[a](x(1).md)", "[a]({x(1).md})"],
    ['[a](x "t")', '[a]({x} "t")'],
    ["[a [b] c](x)", "[a [b] c]({x})"],
    ["[![p](x.png)](x)", "[![p]({x.png})]({x})"],
    ["[![p](x.png)](https://a)", "[![p]({x.png})](https://a)"],
    ["[a\\]](x)", "[a\\]]({x})"],
    ["\\[a](x)", "\\[a](x)"],
    ["\\\\[a](x)", "\\\\[a]({x})"],
    ["\\![a](x)", "\\![a]({x})"],
    ["[a [b](c) d](x)", "[a [b](c) d]({x})"],
    ["[r]: x\nsee [r]", "[r]: {x}\nsee [r]"],
    ['<img alt="a" src="x.png">', "![a]({x.png})"],
    ["[a](y) and [b](https://x)", "[a](y) and [b](https://x)"],
    ["`[a](x)` ``[a](x) ` `` [a](x)", "`[a](x)` ``[a](x) ` `` [a]({x})"],
    ["```\n[a](x)\n```\n[a](x)", "```\n[a](x)\n```\n[a]({x})"],
    ["> ~~~\n> [a](x)\n> ~~~\n[a](x)", "> ~~~\n> [a](x)\n> ~~~\n[a]({x})"],
    ["    [a](x)\n\n[a](x)", "    [a](x)\n\n[a]({x})"],
    ["- a\n\n    [a](x)", "- a\n\n    [a]({x})"],
    ["a ` b\n\nc ` [a](x)", "a ` b\n\nc ` [a]({x})"],
    ["```\n[a](x)", "```\n[a](x)"],
  ])("of %j", (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  // Matching from every character would take quadratic time for each of these.
  const many = 200_000;
  test.each([
    ["blanks in a link", `[](${" ".repeat(many)}`],
    ["blanks before a fence", `${" ".repeat(many)}x`],
    ["brackets", "[".repeat(many)],
    ["brackets of wikis", "[[a".repeat(many)],
    ["pairs in a label", `[${"[]".repeat(many)}`],
    ["parentheses", `[](${"(a)".repeat(many)}`],
    ["pictures", "<img ".repeat(many)],
    ["backticks", "`a".repeat(many)],
    ["quotes", `[](x ${'"'.repeat(many)}`],
    ["a title of blanks", `# a${" ".repeat(many)}x`],
  ])("are found quickly in endless %s", (_what, text) => {
    written(text);
    expect(titleOf("name", [], text)).not.toBeUndefined();
  });
});

describe("the title of a note", () => {
  test.each([
    ["name", [], "text", "name"],
    ["name", [], "# Other\ntext", null],
    ["name", ["Given"], "# Given ##\ntext", null],
    ["name", ["Given"], "# Other\ntext", "Given"],
    ["2024-05-06-some-words", [], "text", "some-words"],
    ["2024-05-06", [], "text", null],
    ["20240506 0708", [], "text", null],
    ["0123456789abcdef0123456789abcdef", [], "text", null],
    ["README", [], "text", null],
    ["A page 0123456789abcdef0123456789abcdef", [], "text", "A page"],
    ["name", [], "#tag\ntext", "name"],
  ] as const)("of %j with %j and %j", (stem, given, body, title) => {
    expect(titleOf(stem, given, body)).toBe(title);
  });
});
