import { renderMarkdown } from "@tidemark/core/markdown";
import { describe, expect, test } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

function pasted(html: string): string {
  const { markdown = "", pictures = [] } = htmlToMarkdown(html) ?? {};
  return pictures.reduceRight(
    (text, { at, file }) => `${text.slice(0, at)}{${file.name}}${text.slice(at)}`,
    markdown,
  );
}

const mathml =
  "<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>" +
  '<annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math>';
const untold = mathml.replace(/<annotation.*<\/annotation>/, "");
const katex = `<span class="katex"><span class="katex-mathml">${mathml}</span><span class="katex-html" aria-hidden="true"><span class="base">E=mc2</span></span></span>`;

describe("a formula is pasted once", () => {
  test.each([
    ["KaTeX", `<p>so <b>x</b> ${katex}.</p>`, "so **x** $E=mc^2$."],
    [
      "KaTeX, displayed",
      `<p>so</p><span class="katex-display">${katex}</span><p>x</p>`,
      "so\n\n$$\nE=mc^2\n$$\n\nx",
    ],
    [
      "MathJax 2",
      `<p>so <span class="MathJax_Preview">[math]</span><span class="MathJax" id="MathJax-Element-1-Frame" data-mathml='${untold}'><nobr aria-hidden="true">E=mc2</nobr><span class="MJX_Assistive_MathML">${untold}</span></span><script type="math/tex" id="MathJax-Element-1">E = mc^{2}</script>.</p>`,
      "so $E = mc^{2}$.",
    ],
    [
      "MathJax 2, displayed, without its script",
      `<div class="MathJax_Display"><span class="MathJax" id="MathJax-Element-2-Frame" data-mathml='${untold}'><nobr>E=mc2</nobr></span></div>`,
      "$$\nE=mc^{2}\n$$",
    ],
    [
      "MathJax 3",
      `<p>so <mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-c></mjx-c></mjx-math><mjx-assistive-mml>${untold}</mjx-assistive-mml></mjx-container> always</p>`,
      "so $E=mc^{2}$ always",
    ],
    [
      "MathJax 3, displayed",
      `<mjx-container class="MathJax" display="true"><mjx-assistive-mml display="block">${untold}</mjx-assistive-mml></mjx-container>`,
      "$$\nE=mc^{2}\n$$",
    ],
    ["MathML", `<p>so ${untold}</p>`, "so $E=mc^{2}$"],
    [
      "Wikipedia",
      `<p>so <span class="mwe-math-element"><span style="display:none" class="mwe-math-mathml-inline"><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math></span><img src="https://wikimedia.org/api/rest_v1/media/math/render/svg/9f" class="mwe-math-fallback-image-inline" alt="{\\displaystyle E=mc^{2}}"></span></p>`,
      "so $E=mc^{2}$",
    ],
    [
      "Wikipedia's picture alone",
      `<p>so <img src="https://wikimedia.org/api/rest_v1/media/math/render/svg/9f" alt="{\\displaystyle a}+{\\displaystyle b}"></p>`,
      "so ${\\displaystyle a}+{\\displaystyle b}$",
    ],
    [
      "a blog's picture",
      `<p>so <img class="latex" src="https://s0.wp.com/latex.php?latex=x" alt="x^2"> 4</p>`,
      "so $x^2$ 4",
    ],
    [
      "Gemini",
      `<p>so <span class="math-inline" data-math="x_1"><span class="katex"><span class="katex-html">x1</span></span></span></p>`,
      "so $x_1$",
    ],
    ["beside digits", `<p><b>a</b> ${katex}2</p>`, "**a** $E=mc^2$ 2"],
    [
      "in a cell",
      `<table><tr><th>a</th><th>b</th></tr><tr><td><span class="katex-display">${katex}</span></td><td>|x|</td></tr></table>`,
      "| a   | b   |\n| --- | --- |\n| $E=mc^2$ | \\|x\\| |",
    ],
  ])("%s", (_name, html, markdown) => {
    expect(pasted(html)).toBe(markdown);
    expect(renderMarkdown(pasted(html)).match(/class="math"/g)).toHaveLength(1);
  });

  test.each([
    ["<mfrac><mi>a</mi><mn>2</mn></mfrac>", "\\frac{a}{2}"],
    ["<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "\\sqrt{x+1}"],
    ["<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"],
    [
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>",
      "∑_{i=0}^{n}",
    ],
    ["<mover><mi>x</mi><mo>→</mo></mover><mi>sin</mi><mi>α</mi>", "\\vec{x}\\sin α"],
    [
      "<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup><mtext>if </mtext><mi>rate</mi>",
      "a_{i}^{2}\\text{if}\\mathrm{rate}",
    ],
    [
      "<mfenced open='[' close=']'><mi>a</mi><mi>b</mi></mfenced><mo>{</mo>",
      "\\left[a,b\\right]\\{",
    ],
    [
      "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>",
      "\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}",
    ],
  ])("MathML %s is %s", (inner, tex) => {
    expect(pasted(`<p>a <math>${inner}</math></p>`)).toBe(`a $${tex}$`);
  });
});

describe("lines that a page keeps are kept", () => {
  test.each([
    ["pre-wrap", "one\n\ntwo <b>x</b>\n- oil", "one\n\ntwo **x**\n- oil"],
    ["pre", "one\ntwo <b>x</b>", "one\ntwo **x**"],
    ["break-spaces", "one\ntwo <b>x</b>", "one\ntwo **x**"],
    ["pre-line", "one   more\n two <b>x</b>", "one more\ntwo **x**"],
    ["normal", "one\ntwo <b>x</b>", "one two **x**"],
  ])("white-space: %s", (value, inner, markdown) => {
    expect(pasted(`<div style="white-space: ${value}">${inner}</div>`)).toBe(markdown);
    expect(pasted(`<div style="white-space: ${value};"><span>${inner}</span></div>`)).toBe(
      markdown,
    );
  });

  test("also as Chrome writes it, and until a part of the page resets it", () => {
    const html =
      '<div style="white-space-collapse: preserve; text-wrap-mode: wrap">a\nb <i>c</i><p style="white-space:normal">d\ne</p></div>';
    expect(pasted(html)).toBe("a\nb *c*\n\nd e");
  });

  test("keeps lists that were typed, and no heading that wasn't meant", () => {
    const html =
      '<div style="white-space:pre-wrap"># of <b>eggs</b>\n1. one\n  - two\n---\nend</div>';
    expect(pasted(html)).toBe("\\# of **eggs**\n1. one\n  - two\n\\---\nend");
  });
});

const block = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

describe("code is a block", () => {
  test.each([
    ["pre without code", "<b>x</b><pre>a *b*\n  c</pre>", `**x**\n\n${block("", "a *b*\n  c")}`],
    ["a class", '<pre><code class="language-ts">let a;\n</code></pre>', block("ts", "let a;")],
    [
      "ChatGPT's frame",
      '<pre class="overflow-visible!"><div class="contain-inline-size"><div>python</div><div><button>Copy code</button></div><div dir="ltr"><code class="whitespace-pre! language-python"><span>print</span>(1)\nprint(2)\n</code></div></div></pre>',
      block("python", "print(1)\nprint(2)"),
    ],
    [
      "a frame whose label alone names the language",
      "<pre><div><span>bash</span><button>Copy</button></div><code>ls\ncd</code></pre>",
      block("bash", "ls\ncd"),
    ],
    [
      "line breaks as br",
      "<pre>line 1<br>line 2<br><br>line 4</pre>",
      block("", "line 1\nline 2\n\nline 4"),
    ],
    [
      "VS Code's lines",
      '<div style="color: #ccc;font-family: Menlo, Monaco, \'Courier New\', monospace;white-space: pre;"><div><span style="color: #c586c0;">if</span> x:</div><br><div>    y</div></div>',
      block("", "if x:\n\n    y"),
    ],
    [
      "GitHub's table",
      '<div class="highlight highlight-source-js"><table class="highlight tab-size js-file-line-container"><tbody><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code js-file-line"><span class="pl-k">let</span> a;</td></tr>\n<tr><td class="blob-num" data-line-number="2"></td><td class="blob-code js-file-line">  b;</td></tr></tbody></table></div>',
      block("js", "let a;\n  b;"),
    ],
    [
      "Pygments' table",
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div class="highlight"><pre><span class="k">a</span>\nb</pre></div></td></tr></table>',
      block("", "a\nb"),
    ],
    [
      "GitHub's README",
      '<div class="highlight highlight-source-shell"><pre>npm <span class="pl-c1">ci</span>\nnpm test</pre></div>',
      block("shell", "npm ci\nnpm test"),
    ],
    [
      "lines with numbers",
      '<pre class="shiki"><code data-language="rust"><span class="line" style="display:block"><span class="line-number">1</span>fn a()</span><span class="line" style="display:block"><span class="line-number">2</span>{}</span></code></pre>',
      block("rust", "fn a()\n{}"),
    ],
    [
      "list of lines",
      '<pre class="prettyprint"><ol class="linenums"><li>a</li><li>b</li></ol></pre>',
      block("", "a\nb"),
    ],
    ["a fence in code", "<pre><code>```js\na\n```</code></pre>", "````\n```js\na\n```\n````"],
    ["in a list", "<ul><li>run<pre>ls\ncd</pre></li></ul>", "- run\n\n  ```\n  ls\n  cd\n  ```"],
  ])("%s", (_name, html, markdown) => {
    expect(pasted(html)).toBe(markdown);
  });
});

describe("lists keep their levels", () => {
  test.each([
    [
      "Google Docs",
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li dir="ltr" aria-level="1"><p dir="ltr"><span style="font-weight:400;white-space:pre-wrap">One</span></p></li><ul><li aria-level="2"><p>One A</p></li><ol><li aria-level="3"><p>deep</p></li></ol></ul><li><p>Two</p></li></ul></b>',
      "- One\n  - One A\n    1. deep\n- Two",
    ],
    [
      "check boxes of Google Docs",
      '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox"><p style="display:inline-block">done</p></li><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" aria-roledescription="checkbox"><p>open</p></li></ul>',
      "- [x] done\n- [ ] open",
    ],
    [
      "Word",
      "<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First <b>x</b><o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Second</p><p style='mso-list:l0 level3 lfo1'><span style='mso-list:Ignore'>§<span>&nbsp; </span></span>Third</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Last</p><p class=MsoNormal>after</p>",
      "- First **x**\n  - Second\n    - Third\n- Last\n\nafter",
    ],
    [
      "Word, numbered",
      "<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>9.<span>&nbsp;</span></span>Nine</p><p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>10.</span>Ten</p><p style='mso-list:l1 level2 lfo2'><span style='mso-list:Ignore'>b)</span>deep</p><p style='mso-list:l1 level3 lfo2'><span style='mso-list:Ignore'>iv.</span>deeper</p>",
      "9. Nine\n10. Ten\n    2. deep\n       4. deeper",
    ],
    [
      "Outlook",
      '<div><ul><li>One</li><ul style="list-style-type: circle;"><li>Two</li></ul><li>Three</li></ul></div>',
      "- One\n  - Two\n- Three",
    ],
    [
      "Word in a browser",
      '<div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-aria-level="1"><p>One</p></li></ul></div><div class="ListContainerWrapper"><ul class="BulletListStyle2"><li data-aria-level="2"><p>Two</p></li></ul></div><div class="ListContainerWrapper"><ul><li data-aria-level="1"><p>Three</p></li></ul></div>',
      "- One\n  - Two\n- Three",
    ],
    [
      "Slack",
      '<ul data-stringify-type="unordered-list" data-indent="0"><li>one</li></ul><ul data-indent="1"><li>two</li></ul>',
      "- one\n  - two",
    ],
    [
      "GitHub's boxes",
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> done</li><li class="task-list-item"><p><input type="checkbox"> open</p><ul><li>plain</li></ul></li></ul>',
      "- [x] done\n- [ ] open\n  - plain",
    ],
    [
      "Notion",
      "<ul><li>[ ] open</li><li>[x] done</li><li>plain [ ]</li></ul>",
      "- [ ] open\n- [x] done\n- plain [ ]",
    ],
    [
      "other boxes",
      '<ul><li data-checked="true">a</li><li data-checked="false">b</li></ul>',
      "- [x] a\n- [ ] b",
    ],
    ["two paragraphs", "<ol><li><p>a</p><p>b</p></li><li>c</li></ol>", "1. a\n\n   b\n2. c"],
    ["an inner list first", "<ul><ul><li>a</li></ul><li>b</li></ul>", "- a\n- b"],
  ])("%s", (_name, html, markdown) => {
    expect(pasted(html)).toBe(markdown);
  });
});

describe("tables", () => {
  test.each([
    [
      "Excel",
      "<table border=0 cellpadding=0 cellspacing=0 width=128><col width=64><tr height=20><td height=20 class=xl65>Name</td><td align=right>Qty</td></tr><tr><td>Oil</td><td align=right>2</td></tr></table>",
      "| Name | Qty |\n| --- | --: |\n| Oil | 2   |",
    ],
    [
      "over two columns",
      "<table><tr><th colspan=2>Head</th><th>C</th></tr><tr><td>a</td><td>b</td><td>c</td></tr></table>",
      "| Head |     | C   |\n| --- | --- | --- |\n| a   | b   | c   |",
    ],
    [
      "over two rows",
      "<table><tr><th>A</th><th>B</th></tr><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>under B</td></tr></table>",
      "| A   | B   |\n| --- | --- |\n| a   | b   |\n|     | under B |",
    ],
    [
      "over both",
      "<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td colspan=2 rowspan=2>x</td><td>1</td></tr><tr><td>2</td></tr><tr><td>a</td><td>b</td><td>c</td></tr></table>",
      "| A   | B   | C   |\n| --- | --- | --- |\n| x   |     | 1   |\n|     |     | 2   |\n| a   | b   | c   |",
    ],
    [
      "blocks in cells",
      "<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>x</li><li>y</li></ul></td><td><h3>T</h3><p>p<br>q</p><blockquote>z</blockquote><pre>a|b\nc</pre></td></tr></table>",
      "| A   | B   |\n| --- | --- |\n| x · y | T p q z `a\\|b c` |",
    ],
    [
      "a table in a cell",
      "<table><tr><th>A</th><th>B</th></tr><tr><td><table><tr><td>1</td><td>2</td></tr></table></td><td>z</td></tr></table>",
      "| A   | B   |\n| --- | --- |\n| 1 2 | z   |",
    ],
    [
      "Google Docs",
      '<div dir="ltr"><table><colgroup><col><col></colgroup><tbody><tr><td><p dir="ltr"><span style="font-weight:700">A</span></p></td><td><p>B</p></td></tr><tr><td><p>1</p></td><td><br></td></tr></tbody></table></div>',
      "| **A** | B   |\n| --- | --- |\n| 1   |     |",
    ],
    [
      "layout of a mail",
      '<table role="presentation"><tr><td><h2>Mail</h2><p>Dear <b>all</b></p></td><td><table><tr><td>in</td></tr></table></td></tr></table>',
      "## Mail\n\nDear **all**\n\nin",
    ],
    [
      "a frame of one cell",
      "<table><tr><td><p>a <b>x</b></p><p>b</p></td></tr></table>",
      "a **x**\n\nb",
    ],
    [
      "empty rows",
      "<table><tr><td>a</td><td>b</td></tr><tr><td></td><td></td></tr></table>",
      "| a   | b   |\n| --- | --- |",
    ],
    [
      "unequal rows",
      "<table><tr><th>a</th></tr><tr><td>b</td><td>c</td></tr></table>",
      "| a   |     |\n| --- | --- |\n| b   | c   |",
    ],
  ])("%s", (_name, html, markdown) => {
    expect(pasted(html)).toBe(markdown);
  });

  test("with huge spans stay small", () => {
    const row = "<tr><td colspan=1000 rowspan=1000>x</td><td>y</td></tr>";
    const markdown = pasted(`<table><tr><th>a</th></tr>${row.repeat(500)}</table>`);
    expect(markdown.length).toBeLessThan(1_000_000);
    expect(markdown.match(/y/g)).toHaveLength(500);
  });
});

const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("pictures", () => {
  test("in the page are taken out as files, at their places", async () => {
    const page = htmlToMarkdown(
      `<p><b>a</b> <img src="${png}" alt="the chart: 1/2.png"> b</p><img src='${png}'>`,
    );
    expect(page).toMatchObject({ markdown: "**a**  b\n\n", isPartial: false });
    expect(page?.pictures.map(({ at, file }) => [at, file.name, file.type, file.size])).toEqual([
      [6, "the chart 1 2.png", "image/png", 70],
      [10, "picture-2.png", "image/png", 70],
    ]);
  });

  test.each([
    '<img src="data:image/png;base64,AAAA" alt="chart">',
    '<img src="data:image/png;base64,%%%" alt="chart">',
    '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="chart">',
    '<img src="data:image/svg+xml,<svg/>" alt="chart">',
    '<img src="file:///C:/clip_image001.png" alt="chart">',
    '<img src="cid:1" alt="chart">',
    '<img src="blob:https://a.org/1" alt="chart">',
    '<img src="tidemark-picture:7" alt="chart">',
    'chart<iframe src="https://a.org"></iframe>',
    "chart<video src='https://a.org/v.mp4'></video>",
  ])("that can't be pasted leave their text, and the page is partial: %s", (html) => {
    const page = htmlToMarkdown(`<p><b>a</b> ${html}</p>`);
    expect(page).toMatchObject({ markdown: "**a** chart", pictures: [], isPartial: true });
  });

  test("are at most twenty, of ten million bytes each", () => {
    const many = htmlToMarkdown(`<img src="${png}">`.repeat(21));
    expect(many?.pictures).toHaveLength(20);
    expect(many?.isPartial).toBe(true);
    const large = htmlToMarkdown(
      `<b>a</b><img src="${png.slice(0, -4)}${"A".repeat(14_000_000)}">`,
    );
    expect(large).toMatchObject({ markdown: "**a**", pictures: [], isPartial: true });
  });

  test("too small to see, and those of boxes and emoji, are no loss", () => {
    const html =
      '<p><b>a</b><img width="1" height="1" src="https://a.org/t.gif"> <img alt="😄" src="https://a.org/e.png"><img alt=":smile:" src="https://a.org/e.png"></p>';
    expect(htmlToMarkdown(html)).toMatchObject({ markdown: "**a** 😄:smile:", isPartial: false });
  });
});

describe("formats of a text", () => {
  test.each([
    ["<b>a</b><b>b</b> <b>c</b>", "**ab** **c**"],
    ["<p><b> a </b>b<i>c.</i>d</p>", "**a** b*c*.d"],
    ["<p><b>注意：</b>请看</p>", "**注意：**请看"],
    ["<p>x<mark>y</mark>z <s>a</s></p>", "xyz ~~a~~"],
    ["<p><a href='https://a.org'><b>a</b> b</a></p>", "[**a** b](https://a.org)"],
    ["<p><b>a <a href='https://a.org'>b</a> c</b></p>", "**a [b](https://a.org) c**"],
    ["<b>a<br><br>b</b>", "**a**\n\n**b**"],
    ["<p><code>a`b</code> <kbd>x</kbd></p>", "``a`b`` `x`"],
    [
      "<p><b>x</b><sup>2</sup> H<sub>2</sub>O <ruby>漢<rt>かん</rt></ruby></p>",
      "**x**² H₂O 漢(かん)",
    ],
    [
      "<p><b>x</b> &lt;b&gt; a*b* _c_ d_e [f](g) `h` ~~i~~ &amp;lt; $j$ $5</p>",
      "**x** \\<b> a\\*b\\* \\_c\\_ d_e [f\\](g) \\`h\\` \\~\\~i\\~\\~ \\&lt; \\$j\\$ \\$5",
    ],
    [
      "<p><b>x</b></p><p>1. a</p><p># b</p><p>- c</p><p>#tag</p><p>---</p>",
      "**x**\n\n1\\. a\n\n\\# b\n\n\\- c\n\n#tag\n\n\\---",
    ],
    ["<blockquote><p>a</p><ul><li>b</li></ul></blockquote>", "> a\n>\n> - b"],
  ])("%s becomes %j", (html, markdown) => {
    expect(pasted(html)).toBe(markdown);
  });

  test("a Gmail message keeps its quote, and Notion's and Slack's texts their formats", () => {
    expect(
      pasted(
        '<div dir="ltr">Hi <b>you</b>,<div><br></div><div>thanks</div></div><blockquote class="gmail_quote"><div>old</div></blockquote>',
      ),
    ).toBe("Hi **you**,\n\nthanks\n\n> old");
    expect(pasted("<meta charset='utf-8'><h2>T</h2>\n<p>a <strong>b</strong></p>\n")).toBe(
      "## T\n\na **b**",
    );
    expect(
      pasted(
        '<b data-stringify-type="bold">a</b><br aria-hidden="true"><i data-stringify-type="italic">b</i>',
      ),
    ).toBe("**a**\n*b*");
  });
});
