import { describe, expect, test } from "vitest";
import { memoAddress } from "../../state/view-address.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

/** Returns the Markdown of a page; `null` if its plain text says as much. */
function pasted(html: string): string | null {
  const page = htmlToMarkdown(html);
  return page === null || page.isPlain ? null : page.markdown;
}

describe("a pasted page", () => {
  test.each([
    ["<h2>Tide</h2><p>in <b>flood</b>, <i>not</i> ebb</p>", "## Tide\n\nin **flood**, *not* ebb"],
    ["<p>see <a href='https://a.org/x'>this</a></p>", "see [this](https://a.org/x)"],
    ["<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>", "- one\n- two\n  - three"],
    ["<ol start='3'><li>one</li><li>two</li></ol>", "3. one\n4. two"],
    [
      "<ul><li><input type='checkbox' checked> done</li><li><input type='checkbox'> open</li></ul>",
      "- [x] done\n- [ ] open",
    ],
    ["<pre><code class='language-js'>let a = 1;\n</code></pre>", "```js\nlet a = 1;\n```"],
    ["<p>run <code>ls</code> and <del>wait</del></p>", "run `ls` and ~~wait~~"],
    ["<blockquote><p>said</p></blockquote>", "> said"],
    ["<form><div><b>all</b> of it</div></form>", "**all** of it"],
    ["<p>a <mark>word</mark></p>", "a ==word=="],
    [
      "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>",
      "| A   | B   |\n| --- | --- |\n| 1   | 2   |",
    ],
    ["<img src='https://a.org/i.png' alt='a boat'>", "![a boat](https://a.org/i.png)"],
    [
      "<b style='font-weight:normal'><p><span style='font-weight:700'>bold</span> not</p></b>",
      "**bold** not",
    ],
  ])("%s becomes %j", (html, markdown) => {
    expect(pasted(html)).toBe(markdown);
  });

  test.each(["plain", "<p>plain</p>", "<div><span style='color:red'>plain</span></div>"])(
    "%s is pasted as plain text",
    (html) => {
      expect(pasted(html)).toBeNull();
    },
  );

  test.each([
    ["<p><b>a</b><script>alert(1)</script><style>b{}</style></p>"],
    ["<p><b>a</b><a href='javascript:alert(1)'></a></p>"],
    ["<p><b>a</b><img src='data:image/png;base64,AAAA'></p>"],
    ["<p><b>a</b><iframe src='https://a.org'></iframe></p>"],
    ["<p><b>a</b><img src='file:///etc/passwd'></p>"],
  ])("keeps only the text of %s", (html) => {
    expect(pasted(html)).toBe("**a**");
  });

  test("converts a tag and a link to a memo to their Markdown", () => {
    const html = `<p><a data-tag="sea" href="${memoAddress("x")}">#sea</a> <a href="${memoAddress("aB3")}">Tide</a></p>`;
    expect(pasted(html)).toBe("#sea [Tide](/memos/aB3)");
  });

  test("keeps the text of a link without a valid address", () => {
    expect(pasted("<p><b>x</b> <a href='javascript:alert(1)'>words</a></p>")).toBe("**x** words");
  });

  test("runs no script and adds nothing to this document", () => {
    const before = document.documentElement.outerHTML;
    htmlToMarkdown(
      "<b>x</b><img src=x onerror='document.body.dataset.ran=1'><script>document.body.dataset.ran=1</script>",
    );
    expect(document.documentElement.outerHTML).toBe(before);
  });
});
