import { parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { elementsIn } from "./page-nodes.ts";
import { pageWords } from "./page-words.ts";
import { renderBody } from "./render-body.ts";

const set = (content: string) =>
  renderBody({
    content,
    files: [],
    links: { origin: "", token: "TOKEN", tags: null },
    language: "en",
  });

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><a href=javascript:alert(1)>",
  "<iframe src=https://evil.example></iframe>",
  "<style>@import url(https://evil.example)</style>",
  "<base href=https://evil.example><form action=/x><input name=a></form>",
  "<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)">a</a>',
  "[a](javascript:alert(1)) [b](JaVaScRiPt:alert) [c](data:text/html,<script>) [d](vbscript:x)",
  "[a](//evil.example) [b](\\\\evil.example) [c](/api/v1/memos) [d](file:///etc/passwd)",
  "[a](https:/\\evil.example) [b](https:///x) [c](&#106;avascript:alert(1))",
  '[a](https://x.example "onmouseover=alert(1)") [b](https://x.example/"onclick=alert)',
  "![a](javascript:alert(1)) ![b](/trpc/changes) ![c](//evil.example/i.png)",
  "![a](/file/attachments/a1/../../x.png) ![b](/file/attachments/a1/b.png)",
  "![a](data:image/svg+xml;base64,PHN2Zy8+)",
  '![" onerror="alert(1)](https://evil.example/"onerror=alert(1)//)',
  '```"><script>alert(1)</script>\n<img src=x onerror=alert(1)>\n```',
  "```constructor\n</code></pre><script>alert(1)</script>\n```",
  '> [!NOTE]\n> <img src=x onerror="alert(1)">\n\n> [!constructor]\n> x',
  '- [ ] "><img src=x onerror=alert(1)>\n- [x] <b onclick=alert(1)>',
  '| <script> | "><img onerror=alert(1)> |\n| - | - |\n| a | b |',
  'x[^1] y[^"><script>]\n\n[^1]: <img src=x onerror=alert(1)>\n[^"><script>]: z',
  "$\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$",
  "$\\htmlData{a=1}{x}$ $\\htmlStyle{position:fixed}{x}$ $\\includegraphics{https://evil.example}$",
  "$\\text{<img src=x onerror=alert(1)>}$ $\\text{</span><script>alert(1)</script>}$",
  "$<img src=x onerror=alert(1)>$ $$\n</div><script>alert(1)</script>\n$$",
  '#tag"><script>alert(1)</script> @user"><script>',
  "<!--> <script>alert(1)</script> --> <![CDATA[<script>alert(1)</script>]]> <?php ?>",
  "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;",
];

/** Attributes allowed in a page's text, apart from those of rendered formulas. */
const attributes = new Set(
  "aria-label checked class data-callout data-language disabled href id rel role start tabindex type".split(
    " ",
  ),
);

describe("a stranger's text on a page", () => {
  test.each(hostile)("runs nothing and requests nothing: %j", async (content) => {
    const { html } = await set(content);
    const drawn = (each: { readonly attribs: Record<string, string> }): boolean =>
      (each.attribs["class"] ?? "").startsWith("katex");
    const nodes = parseDocument(html).children;
    const inMath = new Set(
      elementsIn(nodes, drawn).flatMap((each) => elementsIn([each], () => true)),
    );
    for (const element of elementsIn(nodes, () => true)) {
      const { name, attribs } = element;
      expect(name).not.toMatch(/^(?:script|style|iframe|object|embed|form|base|link|meta|img)$/);
      for (const [attribute, value] of Object.entries(attribs)) {
        expect(attribute).not.toMatch(/^on/);
        if (attribute === "href") expect(value).toMatch(/^(?:https?:\/\/[^/\\]|mailto:|#)/);
        if (inMath.has(element)) expect(value).not.toMatch(/javascript:|evil|fixed/);
        else expect(attributes).toContain(attribute);
      }
    }
  });

  test("that is well-formed is shown", async () => {
    const { html } = await set("**a** <b>c</b> [d](https://x.example)");
    expect(html).toBe(
      '<p><strong>a</strong> &lt;b&gt;c&lt;/b&gt; <a href="https://x.example" rel="noopener noreferrer nofollow">d</a></p>\n',
    );
  });

  test("has hard-wrapped lines rejoined, as in the app", async () => {
    const line = "a line that goes on and on until an editor wraps it at some column, like this";
    expect((await set(`${line}\n${line}\n${line}`)).html).not.toContain("<br>");
    expect((await set("short\nlines")).html).toContain("<br>");
  });

  test("shows its last line of tags at the end, before the footnotes", async () => {
    const { html } = await set("a[^1]\n\n[^1]: b\n\n#x #y");
    expect(html).toMatch(
      /<p class="tag-line"><span class="tag">#x<\/span> <span[^>]*>#y.*footnotes/s,
    );
  });

  test("that is too long is cut at the end of a line, and marked as cut", async () => {
    const { html, isCut } = await set("words\n\n".repeat(100_000));
    expect(isCut).toBe(true);
    expect(html).toMatch(/<p>words<\/p>\s*$/);
    expect((await set("words")).isCut).toBe(false);
  });

  test("has coloured code in the languages that the app colours", async () => {
    const { html } = await set(
      "```js\nconst a = '<b>'; // c\n```\n\n```sh\n# d\n```\n\n```x\nconst e\n```",
    );
    expect(html).toContain('data-language="JavaScript"');
    expect(html).toContain(
      '<code><span class="ink-key">const</span> a = <span class="ink-str">&#39;&lt;b&gt;&#39;</span>; ' +
        '<span class="ink-com">// c</span>\n</code>',
    );
    expect(html).toContain('<span class="ink-com"># d</span>');
    expect(html).toContain("<code>const e\n</code>");
  });

  test("with endless code is coloured up to a limit", async () => {
    // More coloured pieces than the limit, however quick the machine is.
    const line = `let a = [${"1,".repeat(100)}];`;
    const { html } = await set(`\`\`\`js\n${line}\n\`\`\`\n\n`.repeat(400));
    expect(html).toContain('<span class="ink-key">let</span>');
    expect(html.length).toBeLessThan(3_000_000);
    expect(html).toContain(`<code>${line}\n</code>`);
  });

  test("with formulas that expand without limit shows the rest as source", async () => {
    const formula = `$\\def\\a{\\frac{1}{2}\\frac{1}{2}}${"\\a".repeat(300)}$`;
    const { html, hasMath } = await set(`${formula}\n\n`.repeat(20));
    expect(hasMath).toBe(true);
    expect(html.length).toBeLessThan(4_000_000);
    expect(html).toContain("as-written");
  });
});

test("every language of pages has the same texts", () => {
  const shape = (words: object): unknown =>
    Object.entries(words).map(([name, word]: [string, unknown]) => {
      if (typeof word === "string") return [name, word.trim() !== ""];
      return [name, typeof word === "function" ? word.length : shape(word as object)];
    });
  const { en, ...others } = pageWords;
  for (const words of Object.values(others)) {
    expect(shape(words)).toEqual(shape(en));
    expect(words.missing).not.toBe(en.missing);
  }
});

test("M20a · emphasis next to full-width marks is the app's", async () => {
  const { html } = await set("**「A」**なので**「B」** ~~旧。~~新 *（斜体）*文字");
  expect(html).toContain("<strong>「A」</strong>なので<strong>「B」</strong>");
  expect(html).toContain("<s>旧。</s>新 <em>（斜体）</em>文字");
});
