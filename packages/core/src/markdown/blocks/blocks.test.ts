import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../render.ts";
import type { BlockWords } from "./block-words.ts";

const words: BlockWords = {
  table: "Tabelle",
  tableOf: (columns) => `Tabelle: ${columns}`,
  code: "Code",
  codeIn: (language) => `Code: ${language}`,
  callouts: { note: "Hinweis", tip: "<Tipp>", important: "", warning: "", caution: "" },
  notes: "Anmerkungen",
  note: (number) => `Anmerkung ${number}`,
  backToText: "Zurück",
  tasksDone: (done, count) => `${done} von ${count}`,
};

const render = (content: string): string =>
  renderMarkdown(content, {
    words,
    languageName: (name) => (name === "js" ? "JavaScript" : undefined),
  });

describe("blocks named in the reader's language", () => {
  test("names a table by its columns, and marks cells as short by their displayed text", () => {
    const html = render(
      '| a & "b" | **c** | |\n| - | - | -: |\n| <b> | [two words](https://x.example) | seventeen letters |',
    );
    expect(html).toContain(
      '<div class="table-frame" tabindex="0" role="group" aria-label="Tabelle: a &amp; &quot;b&quot;, c"><table>',
    );
    expect(html).toMatch(/<td class="is-short">&lt;b&gt;<\/td>\n<td class="is-short"><a /);
    expect(html).toContain('<td class="align-right">seventeen letters</td>');
    expect(render("| |\n| - |\n| a |")).toContain('aria-label="Tabelle"');
    const long = render(`| ${"x".repeat(100)} |\n| - |\n| a |`);
    expect(long).toContain(`aria-label="Tabelle: ${"x".repeat(80)}…"`);
  });

  test("names code by the usual name of its language, or else as written", () => {
    const frame = (language: string, name: string) =>
      `<div class="code-frame"${language}><pre tabindex="0" role="group" aria-label="${name}"><code`;
    expect(render("```js x\na\n```")).toContain(
      frame(' data-language="JavaScript"', "Code: JavaScript"),
    );
    expect(render('```"<x>\na\n```')).toContain(
      frame(' data-language="&quot;&lt;x&gt;"', "Code: &quot;&lt;x&gt;"),
    );
    expect(render("    a")).toBe(`${frame("", "Code")}>a\n</code></pre></div>\n`);
  });

  test("names callouts, notes and their back links", () => {
    expect(render("> [!TIP]\n> a")).toContain(
      'role="note">\n<p class="callout-kind">&lt;Tipp&gt;</p>',
    );
    const html = render("a[^1]\n\n[^1]: b");
    expect(html).toContain('href="#note-1" role="doc-noteref" aria-label="Anmerkung 1">1</a>');
    expect(html).toContain('role="doc-backlink" aria-label="Zurück"></a>');
    expect(html).toContain('<section class="footnotes" role="group" aria-label="Anmerkungen">');
  });

  test("counts tasks if there are several", () => {
    expect(render("- [x] a\n- [ ] b\n\n[^1]: - [x] c")).toMatch(
      /<progress max="3" value="2" [^>]*><\/progress>2 von 3<\/span><\/p>\n<section/,
    );
    expect(render("- [x] a")).not.toContain("tag-line");
  });

  test.each([
    ["a\n#b #c/d", "<p>a</p>\n", "#b #c/d"],
    ["a<br>#b", "<p>a</p>\n", "#b"],
    ["#b", "", "#b"],
    ["#b\n\n[^1]: c", "", "#b"],
  ])("moves a last line of only tags to the foot: %j", (content, body, tags) => {
    const html = render(content);
    const [before = "", foot = ""] = html.split('<p class="tag-line">');
    expect(before).toBe(body);
    expect(foot.slice(0, foot.indexOf("</p>")).replaceAll(/<[^>]*>/g, "")).toBe(tags);
  });

  test.each(["a #b", "#b\n\na", "- #b", "> #b", "*a\n#b*", "#b `c`"])(
    "leaves tags in the text elsewhere: %j",
    (content) => expect(render(content)).not.toContain("tag-line"),
  );
});
