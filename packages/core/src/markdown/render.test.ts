import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { renderMarkdown } from "./render.ts";

const EXTERNAL = `target="_blank" rel="noopener noreferrer"`;

describe("renderMarkdown", () => {
  test.each([
    ["a *b* **c** ~~d~~", "<p>a <em>b</em> <strong>c</strong> <s>d</s></p>\n"],
    ["a\nb", "<p>a<br>\nb</p>\n"],
    ["```js\na<b\n```", '<pre><code class="language-js">a&lt;b\n</code></pre>\n'],
    ["", ""],
  ])("M2 · %j", (content, html) => {
    expect(renderMarkdown(content)).toBe(html);
  });

  test("M2 · aligns table cells by class, not by style", () => {
    const html = renderMarkdown("a|b\n:-:|-\nc|d");
    expect(html).toContain('<th class="align-center">a</th>\n<th>b</th>');
    expect(html).toContain('<td class="align-center">c</td>\n<td>d</td>');
    expect(html).not.toContain("style");
  });

  test.each([
    ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"],
    ['a <img src=x onerror="x">', "<p>a &lt;img src=x onerror=&quot;x&quot;&gt;</p>\n"],
    ["a<br/>b", "<p>a<br>b</p>\n"],
    ["<div>\n**a**\n</div>", "<p>&lt;div&gt;<br>\n**a**<br>\n&lt;/div&gt;</p>\n"],
    ['```"><b\n```', '<pre><code class="language-&quot;&gt;&lt;b"></code></pre>\n'],
    ["[a](javascript:x)", "<p>[a](javascript:x)</p>\n"],
    ["[a](JaVaScRiPt&colon;x)", "<p>[a](JaVaScRiPt:x)</p>\n"],
  ])("M15 · shows HTML as text: %j", (content, html) => {
    expect(renderMarkdown(content)).toBe(html);
  });

  test.each([
    ["[a](/b 't')", `<a href="/b" title="t" ${EXTERNAL}>a</a>`],
    ["x.com", `<a href="http://x.com" ${EXTERNAL}>x.com</a>`],
    ["me@x.com", `<a href="mailto:me@x.com" ${EXTERNAL}>me@x.com</a>`],
    ["mailto:me@x.com", `<a href="mailto:me@x.com" ${EXTERNAL}>mailto:me@x.com</a>`],
    ["https://x.co/a_b_", `<a href="https://x.co/a_b" ${EXTERNAL}>https://x.co/a_b</a>_`],
    ["**x.com/a**", `<strong><a href="http://x.com/a" ${EXTERNAL}>x.com/a</a></strong>`],
    ["**me@x.com**", `<strong><a href="mailto:me@x.com" ${EXTERNAL}>me@x.com</a></strong>`],
    ["看https://x.co！", `看<a href="https://x.co" ${EXTERNAL}>https://x.co</a>！`],
    ["[http://x.co](y)", `<a href="y" ${EXTERNAL}>http://x.co</a>`],
  ])("M9, M16 · %j is a link that opens in a new tab", (content, html) => {
    expect(renderMarkdown(content)).toBe(`<p>${html}</p>\n`);
  });

  test.each(["https://x.co/i.png", "HTTP://x.co/trpc", "http://127.0.0.1:5390/trpc/changes"])(
    "M16a · an image of another host is a link: %j",
    (source) => {
      const html = renderMarkdown(`![a *b* #c](<${source}>)`);
      expect(html).toContain('<a class="image"');
      expect(html).toContain(">a b #c</a>");
      expect(html).not.toContain("<img");
    },
  );

  test.each([
    "/trpc/changes",
    "trpc/changes",
    "./b.png",
    "/file/attachments/a/../../../trpc/changes",
    "//x.co/i.png",
    "/\\x.co/i.png",
    "ftp://x.co/i.png",
    "HTTP:x.co",
    "blob:x",
  ])("M16a · an image of the reader's own host that is no attachment is a box: %j", (source) => {
    const html = renderMarkdown(`![a *b* #c](<${source}>)`);
    expect(html).toBe('<p><span class="image">a b #c</span></p>\n');
  });

  test.each([
    "/file/attachments/a/b.png",
    "/file/attachments/a/b.png?thumbnail=true",
    "data:image/png;base64,AA",
  ])("M16 · shows the image %j", (source) => {
    expect(renderMarkdown(`![a](${source})`)).toContain(
      `<img src="${source}" alt="a" loading="lazy" referrerpolicy="no-referrer">`,
    );
  });

  test("M16 · shows only an image's text inside a link, since links can't be nested", () => {
    expect(renderMarkdown("[![a](https://x.co/i.png) b](y) ![c](https://x.co)")).toBe(
      `<p><a href="y" ${EXTERNAL}>a b</a> <a class="image" href="https://x.co" ${EXTERNAL}>c</a></p>\n`,
    );
  });

  test("M17 · a task is a real checkbox named by its line", () => {
    expect(renderMarkdown("- [ ] a **b** #c\n  d\n- [x]")).toBe(
      `<ul>
<li class="task"><input type="checkbox" data-task="0" aria-label="a b #c"> a <strong>b</strong> <a class="tag" href="#tag/c" data-tag="c">#c</a><br>
d</li>
<li class="task"><input type="checkbox" data-task="1" aria-label="2" checked> </li>
</ul>
`,
    );
    expect(renderMarkdown("- [ ] a", { readOnlyTasks: true })).toContain(" disabled>");
  });

  test("M17 · tags and mentions have their names in attributes", () => {
    expect(renderMarkdown("#a/b&c @bob")).toBe(
      '<p><a class="tag" href="#tag/a%2Fb%26c" data-tag="a/b&amp;c">#a/b&amp;c</a> ' +
        '<span class="mention" data-user="bob">@bob</span></p>\n',
    );
    expect(renderMarkdown("#a", { tagLinks: false })).toBe(
      '<p><span class="tag" data-tag="a">#a</span></p>\n',
    );
  });

  test("M3, M17 · a tag with separate marks is named in NFC, and shown as written", () => {
    expect(renderMarkdown("#u\u0308")).toBe(
      '<p><a class="tag" href="#tag/%C3%BC" data-tag="\u00FC">#u\u0308</a></p>\n',
    );
  });

  test.each(["costs $5 and $6", "from $5/$6 to $7", "US$5, C$6", "$ a$", "$a $", "\\$a$", "$5"])(
    "M8 · %j isn't math",
    (content) => expect(renderMarkdown(content)).not.toContain("math"),
  );

  test("M8 · math keeps its TeX without the dollars", () => {
    expect(renderMarkdown("$a<b$ $$c$$\n\n$$\nd\n$$")).toBe(
      '<p><span class="math" data-math="inline">a&lt;b</span> ' +
        '<span class="math" data-math="inline">c</span></p>\n' +
        '<div class="math" data-math="block">d</div>\n',
    );
  });

  test.each([
    ["==a== b", "<mark>a</mark> b"],
    [
      "==**b** #c== d",
      '<mark><strong>b</strong> <a class="tag" href="#tag/c" data-tag="c">#c</a></mark> d',
    ],
    ["**a ==b== c**", "<strong>a <mark>b</mark> c</strong>"],
    ["这是==重点==内容", "这是<mark>重点</mark>内容"],
    ["(==a==)", "(<mark>a</mark>)"],
    ["if a==b or c==d", "if a==b or c==d"],
    ["a == b == c", "a == b == c"],
    ["== a ==", "== a =="],
    ["===a===", "===a==="],
    ["==a", "==a"],
    ["`==a==`", "<code>==a==</code>"],
    ["\\==a==", "==a=="],
  ])("M20 · %j has the right marks", (content, html) => {
    expect(renderMarkdown(content)).toBe(`<p>${html}</p>\n`);
  });

  test.each([
    ["**注意：**请看", "<strong>注意：</strong>请看"],
    ["**「A」**なので**「B」**です", "<strong>「A」</strong>なので<strong>「B」</strong>です"],
    ["**重要です。**次に", "<strong>重要です。</strong>次に"],
    ["*（斜体）*文字", "<em>（斜体）</em>文字"],
    ["他说**“好”**的", "他说<strong>“好”</strong>的"],
    ["等**等……**然后", "等<strong>等……</strong>然后"],
    ["~~旧（价格）。~~新", "<s>旧（价格）。</s>新"],
    ["**한국어(괄호)**는", "<strong>한국어(괄호)</strong>는"],
    ['이 **"말"**을', "이 <strong>&quot;말&quot;</strong>을"],
    ["**ภาษา (ไทย)**และ", "<strong>ภาษา (ไทย)</strong>และ"],
    ["请用**Ctrl+C（复制）**English", "请用<strong>Ctrl+C（复制）</strong>English"],
    ["用**`code`**吗", "用<strong><code>code</code></strong>吗"],
    ["他**🎉好🎉**的", "他<strong>🎉好🎉</strong>的"],
    ["**❤️**的", "<strong>❤️</strong>的"],
    ["禰󠄀**(a)**禰", "禰󠄀<strong>(a)</strong>禰"],
    ["***粗斜。***下", "<em><strong>粗斜。</strong></em>下"],
    ["**粗*斜。*后。**下", "<strong>粗<em>斜。</em>后。</strong>下"],
    ["データ**（値）**ー", "データ<strong>（値）</strong>ー"],
    ["𠮷**（a）**𠮷", "𠮷<strong>（a）</strong>𠮷"],
    ["１**（a）**Ａ", "１<strong>（a）</strong>Ａ"],
    ["ｱ**｢b｣**ｱ", "ｱ<strong>｢b｣</strong>ｱ"],
    ["** 注意：**请看", "** 注意：**请看"],
    ["**注意　**请看", "**注意　**请看"],
  ])("M20a · emphasis beside marks without spaces: %j", (content, html) => {
    expect(renderMarkdown(content)).toBe(`<p>${html}</p>\n`);
  });

  test.each([
    "_注意：_请看",
    "a_重要。_b",
    "中文**(a)",
    "foo**(bar)**baz",
    "a**“b”**c",
    "中文__强。__调",
  ])("M20a · %j keeps CommonMark's reading", (content) => {
    expect(renderMarkdown(content)).toBe(`<p>${content}</p>\n`);
  });

  test("M20a · a text in scripts with spaces is read as CommonMark reads it", () => {
    const plain = new MarkdownIt({ html: false });
    // No letters that a full stop would make the name of a site: those are links.
    const pieces =
      "* ** *** ~~ ~ _ __ q é \u00a0 . ( ) “ ” … — € 😀 \ufe0f \ufe01 \u0301 б 𝒳".split(" ");
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, " "), { maxLength: 24 }), (parts) => {
        // A quotation mark with that selector has full width. More than two tildes are text, as in GFM.
        const text = `x${parts.join("")}x`
          .replaceAll(/(?<=[“”])\ufe01/g, "")
          .replaceAll(/~{3,}/g, "~~");
        expect(renderMarkdown(text)).toBe(plain.render(text));
      }),
      { numRuns: propertyRuns(3000) },
    );
  });

  test.each(["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION", "note", "Tip"])(
    "M21 · a quote under [!%s] is a callout with its kind as a word",
    (mark) => {
      const kind = mark.toLowerCase();
      const word = kind.charAt(0).toUpperCase() + kind.slice(1);
      expect(renderMarkdown(`> [!${mark}]\n> a **b**`)).toBe(
        `<blockquote class="callout" data-callout="${kind}">\n<p class="callout-kind">${word}</p>\n` +
          "<p>a <strong>b</strong></p>\n</blockquote>\n",
      );
    },
  );

  test.each(["> [!NOTE] a", "> [!OTHER]\n> a", "> a\n> [!NOTE]", "[!NOTE]\na", "> [!NOTE]a"])(
    "M21 · %j isn't a callout",
    (content) => expect(renderMarkdown(content)).not.toContain("callout"),
  );

  test("M21 · a callout may be empty, and may contain tasks like a quote", () => {
    expect(renderMarkdown("> [!TIP]")).not.toContain("<p></p>");
    const html = renderMarkdown("> [!TIP]\n> - [ ] a");
    expect(html).toContain('data-callout="tip"');
    expect(html).toContain('data-task="0"');
  });

  test("M22b · notes stand behind the text, in the order of their references", () => {
    const html = renderMarkdown("a[^one] b[^Two] c[^ONE]\n\n[^two]: second\n[^one]: first\n\nd");
    expect(html).toBe(
      "<p>a" +
        '<sup><a data-note="1" data-note-place="1-1" href="#note-1">1</a></sup> b' +
        '<sup><a data-note="2" data-note-place="2-1" href="#note-2">2</a></sup> c' +
        '<sup><a data-note="1" data-note-place="1-2" href="#note-1">1</a></sup></p>\n' +
        '<p>d</p>\n<section class="footnotes">\n<ol>\n' +
        '<li data-note-text="1"><p>first <a data-note-back="1-1" href="#note-place-1-1">↩</a>' +
        ' <a data-note-back="1-2" href="#note-place-1-2">↩</a></p>\n</li>\n' +
        '<li data-note-text="2"><p>second <a data-note-back="2-1" href="#note-place-2-1">↩</a></p>\n</li>\n' +
        "</ol>\n</section>\n",
    );
  });

  test("M22b · nothing that was written is lost: notes without a reference, and second ones", () => {
    const html = renderMarkdown("a[^2]\n\n[^1]: lone\n[^2]: meant\n[^2]: twice\n[^3]:");
    const notes = [...html.matchAll(/data-note-text="(\d)">(?:<p>(\w+))?/g)];
    expect(notes.map(([, number, word]) => [number, word])).toEqual([
      ["1", "meant"],
      ["2", "lone"],
      ["3", "twice"],
      ["4", undefined],
    ]);
  });

  test("M22 · notes can refer to other notes and to themselves", () => {
    const html = renderMarkdown("a[^1]\n\n[^1]: b[^2]\n[^2]: c[^1] d[^2]");
    expect([...html.matchAll(/data-note-place="([^"]+)"/g)].map(([, place]) => place)).toEqual([
      "1-1",
      "2-1",
      "1-2",
      "2-2",
    ]);
  });

  test("M22 · a note includes its paragraph and indented blocks", () => {
    const html = renderMarkdown("[^1]: a\nb\n\n    - [ ] c\n\n    d\n\ne");
    expect(html).toMatch(/^<p>e<\/p>\n<section/);
    expect(html).toContain('<li data-note-text="1"><p>a<br>\nb</p>\n<ul>');
    expect(html).toContain("<p>d</p>\n</li>");
  });

  test.each(["[^1]", "[^1]: a\n\n`[^1]`", "[^1]: a\n\n[b [^1]](c)", "[^1]: a\n\n\\[^1]"])(
    "M22a · %j refers to none",
    (content) => expect(renderMarkdown(content)).not.toContain("data-note-place"),
  );

  const wrapped =
    "This paragraph was wrapped by an editor at seventy-two columns, as mails\n" +
    "and commit messages are, and nobody meant its line breaks to be seen as\n" +
    "such.";

  test("M2 · lines that an editor wrapped are one paragraph, unless the option says otherwise", () => {
    expect(renderMarkdown(wrapped)).toBe(`<p>${wrapped}</p>\n`);
    expect(renderMarkdown(wrapped, { lineBreaks: "written" })).toBe(
      `<p>${wrapped.replaceAll("\n", "<br>\n")}</p>\n`,
    );
    expect(renderMarkdown(`> - [ ] ${wrapped.replaceAll("\n", "\n>   ")}`)).not.toContain("<br>");
  });

  test.each(["  \n", "\\\n", "<br>\n"])("M2d · a hard break stays in what is joined: %j", (end) => {
    const html = renderMarkdown(`${wrapped}${end}${wrapped}`);
    expect(html.match(/<br>/g)?.length).toBe(end === "<br>\n" ? 2 : 1);
    const short = renderMarkdown(`${wrapped}${end}a\nb`);
    expect(short).toMatch(/a<br>\nb/);
  });

  test("M2 · joined lines keep their marks, links and inner breaks", () => {
    const html = renderMarkdown(
      "This paragraph was wrapped by an editor at **seventy-two columns, as mails\n" +
        "and commit messages** are, and [nobody meant its line breaks to be seen\n" +
        "as such](https://x.co/a/very/long/address/that/no/editor/could/have/wrapped).",
    );
    expect(html).toContain("as mails\nand commit messages</strong>");
    expect(html).not.toContain("<br>");
  });

  test("M2c · Chinese and Japanese lines are joined without a blank, Korean ones with one", () => {
    const line = "潮は毎日五十分ずつ遅れてやって来るので港の人々はみな時刻表を壁に貼っている、";
    expect(renderMarkdown(`${line}\n**${line}**\n終わり。`)).toBe(
      `<p>${line}<strong>${line}</strong>終わり。</p>\n`,
    );
    const korean = "밀물은 날마다 오십 분씩 늦게 오므로 항구 사람들은 모두 시간표를 벽에 붙여 둔다";
    expect(renderMarkdown(`${korean}\n${korean}\n끝.`)).toContain(`${korean}\n${korean}\n끝.`);
  });

  test("M23 · every block has its source line if the option is set", () => {
    const text =
      "# a\n\nb\nc\n\n- d\n  - [ ] e\n\n> f\n\n> [!TIP]\n> g\n\n```js\nh\n```\n\ni|j\n-|-\nk|l\n\n" +
      "---\n\n$$\nm\n$$\n\n<p data-line=9>\n\nn[^1]\n\n[^1]: o";
    const html = renderMarkdown(text, { sourceLines: true });
    const lines = [...html.matchAll(/<(\w+)[^<>]* data-line="(\d+)"/g)];
    expect(lines.map(([, tag, line]) => `${tag} ${line}`)).toEqual([
      ...["h1 0", "p 2", "ul 5", "li 5", "ul 6", "li 6", "blockquote 8", "p 8"],
      ...["blockquote 10", "p 11", "code 13", "table 17", "thead 17", "tr 17", "tbody 19", "tr 19"],
      ...["hr 21", "div 23", "p 27", "p 29", "p 31"],
    ]);
    expect(renderMarkdown(text)).not.toMatch(/<[^<>]* data-line="/);
  });

  test.each([
    ["a|320", "a", "320"],
    ["a|320x200", "a", "320"],
    ["|320", "", "320"],
    ["a *b*|12", "a b", "40"],
    ["a|b|99", "a|b", "99"],
    ["a\\\\|320", "a\\", "320"],
    ["a\\|320", "a|320", null],
    ["a|3", "a|3", null],
    ["a|32000", "a|32000", null],
    ["a|32px", "a|32px", null],
  ])("M26 · ![%s] has the text %j and the width %s", (words, alt, width) => {
    const html = renderMarkdown(`![${words}](/file/attachments/a1/b.png)`);
    expect(/ alt="([^"]*)"/.exec(html)?.[1]).toBe(alt);
    expect(/ width="(\d+)" data-width /.exec(html)?.[1] ?? null).toBe(width);
  });

  test("M26 · a width is escaped in a table, and an external image has none", () => {
    const html = renderMarkdown(
      "| a |\n| - |\n| ![b\\|50](/file/attachments/a1/b.png) |\n\n![c|50](https://x.co/a.png)",
    );
    expect(html).toContain('alt="b" width="50" data-width');
    expect(html).toContain(">c</a>");
  });
});
