import { describe, expect, test } from "vitest";
import { noteParts, type NoteLinks } from "./note-text.ts";
import { titleOf } from "./note-title.ts";

/** Treats every address that begins with `x` as a note. */
const links: NoteLinks = {
  address: (address) =>
    address.startsWith("x")
      ? { to: /\.(?:png|mp[34]|pdf)$/.test(address) ? "file" : "memo", key: address }
      : { to: "nothing" },
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

  const foreign = (text: string): string =>
    noteParts(text, { ...links, isForeign: true })
      .map((part) => (typeof part === "string" ? part : `{${part.to}:${part.key}}`))
      .join("");

  test.each([
    // CommonMark: angle brackets, entities, escapes, titles in three quotes, references.
    ["![a](<x# b.png>)", "![a]({file:x# b.png})"],
    ["![a](xQ&amp;A.png)", "![a]({file:xQ&A.png})"],
    ["![a](x&auml;.png)", "![a]({file:xä.png})"],
    ["![a](x\\_b.png)", "![a]({file:x_b.png})"],
    ["![a](x.png 't') ![a](x.png (t))", "![a]({file:x.png} 't') ![a]({file:x.png} (t))"],
    ['![a](\n  x.png\n  "t")', '![a](\n  {file:x.png}\n  "t")'],
    ["![a][r]\n\n[r]: <x b.png> 't'", "![a][r]\n\n[r]: {file:x b.png} 't'"],
    ["> ![a][r]\n>\n> [r]:\n> x.png", "> ![a][r]\n>\n> [r]:\n> x.png"],
    ["[^1]: x.png", "[^1]: x.png"],
    ["[`a`](x.png) [[1]](x.png)", "[`a`]({file:x.png}) [[1]]({file:x.png})"],
    // Other programs: blanks, backslashes of Windows, notes as images.
    ["![a](x/my pic (1).png)", "![a]({file:x/my pic (1).png})"],
    ['![a](x/my pic.png "t")', '![a]({file:x/my pic.png} "t")'],
    ["![a](x\\b\\pic.png)", "![a]({file:x\\b\\pic.png})"],
    ["![a](x.md)", "[a]({memo:x.md})"],
    ["![a](x.png){:height 30, :width 40}", "![a|40]({file:x.png})"],
    ["{{video ../x.mp4}} {{video https://x}}", "{{video ../x.mp4}} {{video https://x}}"],
    ["{{video x/b.mp4}}", "[b.mp4]({file:x/b.mp4})"],
    // HTML.
    ['<IMG SRC=x.png WIDTH="40px" alt="a>b">', "![a>b|40]({file:x.png})"],
    ["<video src='x.mp4' controls></video>", "[x.mp4]({file:x.mp4})"],
    ['<audio controls>\n<source src="x.mp3">no</audio>!', "[x.mp3]({file:x.mp3})!"],
    [
      '<video poster="x.png"><source src="x.mp4"></video>',
      "![]({file:x.png}) [x.mp4]({file:x.mp4})",
    ],
    ['<picture><source srcset="x2.png 2x"><img src="x.png"></picture>', "![]({file:x.png})"],
    [
      '<object data="x.pdf">no</object> <embed src="x.pdf">',
      "[x.pdf]({file:x.pdf}) [x.pdf]({file:x.pdf})",
    ],
    ['<iframe src="x.pdf"></iframe>', "[x.pdf]({file:x.pdf})"],
    [
      '<a href="x.pdf">see <b>it</b></a> <a href="y">y</a>',
      '[see <b>it</b>]({file:x.pdf}) <a href="y">y</a>',
    ],
    ['<img src="xQ&amp;A.png">', "![]({file:xQ&A.png})"],
    ['<img srcset="x.png 1x, x2.png 2x">', "![]({file:x.png})"],
    ["<!-- ![a](x.png) --> ![a](x.png)", "<!-- ![a](x.png) --> ![a]({file:x.png})"],
    ["![a](x", "![a](x"],
  ])("of another program, of %j", (text, expected) => {
    expect(foreign(text)).toBe(expected);
  });

  test("are reported if they have no target", () => {
    const missed: string[] = [];
    noteParts("![a](gone.png) ![b](my gone.png) [c](y) `![](z)` <img src=z> [r]: w", {
      ...links,
      missing: ({ address, isShown }) => void missed.push(`${address} ${isShown}`),
      isForeign: true,
    });
    expect(missed).toEqual(["gone.png true", "my gone.png true", "y false", "z true"]);
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
    ["films", "<video>".repeat(many)],
    ["links in HTML", `${'<a href="x">'.repeat(many)}</a>`],
    ["quotes in HTML", `<a "`.repeat(many)],
    ["comments", "<!--".repeat(many)],
    ["destinations", "[](x ".repeat(many)],
    ["titles", "[](x (".repeat(many)],
    ["macros", "{{video ".repeat(many)],
    ["code", "`[](x)` ".repeat(many / 4)],
    ["backticks", "`a".repeat(many)],
    ["quotes", `[](x ${'"'.repeat(many)}`],
    ["a title of blanks", `# a${" ".repeat(many)}x`],
  ])("are found quickly in endless %s", (_what, text) => {
    written(text);
    foreign(text);
    expect(titleOf("name", [], text)).not.toBeUndefined();
  });
});

describe("the title of a note", () => {
  test.each(["README", "_index", "index"])("of %s is its folder's name", (stem) => {
    expect(titleOf(stem, [], "text", "Keel project")).toBe("Keel project");
  });

  test.each([
    ["name", [], "text", "name"],
    ["name", [], "# Other\ntext", null],
    ["name", ["Given"], "# Given ##\ntext", null],
    ["name", ["Given"], "# Other\ntext", "Given"],
    ["0123456789abcdef0123456789abcdef", [], "text", null],
    ["3f2504e0-4f89-11d3-9a0c-0305e82c3301", [], "text", null],
    ["deadbeefdeadbeef", [], "text", "deadbeefdeadbeef"],
    ["1984", [], "text", "1984"],
    ["3.14", [], "text", "3.14"],
    ["+49 30 1234", [], "text", "+49 30 1234"],
    ["06-05-2024", [], "text", "06-05-2024"],
    ["README", [], "text", null],
    ["Untitled 2", [], "text", null],
    ["Untitled symphony", [], "text", "Untitled symphony"],
    ["A page 0123456789abcdef0123456789abcdef", [], "text", "A page"],
    ["name", [], "#tag\ntext", "name"],
  ] as const)("of %j with %j and %j", (stem, given, body, title) => {
    expect(titleOf(stem, given, body)).toBe(title);
  });
});
