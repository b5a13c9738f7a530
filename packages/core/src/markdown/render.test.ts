import { describe, expect, test } from "vitest";
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
  ])("M9, M16 · %j is a link that opens apart", (content, html) => {
    expect(renderMarkdown(content)).toBe(`<p>${html}</p>\n`);
  });

  test.each(["https://x.co/i.png", "HTTP://x.co/trpc", "http://127.0.0.1:5390/trpc/changes"])(
    "M16 · an image of another host is a link: %j",
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
  ])("M16 · an image of the reader's own host that is no attachment is a box: %j", (source) => {
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

  test("M16 · shows an image's text inside a link, where no second link may stand", () => {
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

  test("M17 · tags and mentions carry what they name", () => {
    expect(renderMarkdown("#a/b&c @bob")).toBe(
      '<p><a class="tag" href="#tag/a%2Fb%26c" data-tag="a/b&amp;c">#a/b&amp;c</a> ' +
        '<span class="mention" data-user="bob">@bob</span></p>\n',
    );
    expect(renderMarkdown("#a", { tagLinks: false })).toBe(
      '<p><span class="tag" data-tag="a">#a</span></p>\n',
    );
  });

  test("M8 · math keeps its TeX and loses its dollars", () => {
    expect(renderMarkdown("$a<b$ $$c$$\n\n$$\nd\n$$")).toBe(
      '<p><span class="math" data-math="inline">a&lt;b</span> ' +
        '<span class="math" data-math="inline">c</span></p>\n' +
        '<div class="math" data-math="block">d</div>\n',
    );
  });
});
