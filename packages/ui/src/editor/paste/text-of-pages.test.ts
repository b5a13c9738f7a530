import { renderMarkdown } from "@tidemark/core/markdown";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../../scripts/property-runs.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const words = fc.constantFrom(
  ..."a b. (c) * ** _ __ ~~ == ` [ ] [x](y) ![ # ## > - + 1. 2) --- = | $ $$ $x$ \\ \\* & 中 。 “ ” é 😀 : ! a_b https://a.org/_x_ * x".split(
    " ",
  ),
  " ",
  "&lt;b&gt;",
  "&amp;amp;",
  "\n",
);
const texts = fc.array(words, { maxLength: 6 }).map((parts) => parts.join(""));

const inline = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    texts,
    fc
      .tuple(
        fc.constantFrom(
          "b",
          "i",
          "s",
          "mark",
          "code",
          "span style='font-weight:700'",
          "a href='https://a.org/'",
        ),
        fc.array(tie("any"), { maxLength: 3 }),
      )
      .map(([tag, parts]) => `<${tag}>${parts.join("")}</${tag.split(" ")[0]}>`),
  ),
})).any;

const blocks = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.array(inline, { maxLength: 3 }).map((parts) => `<p>${parts.join("")}</p>`),
    fc
      .tuple(
        fc.constantFrom(
          "h2",
          "blockquote",
          "ul><li",
          "ol><li",
          "div",
          "pre",
          "table><tr><th",
          "table><tr><td>q<td",
        ),
        fc.array(tie("any"), { maxLength: 3 }),
      )
      .map(([tag, parts]) => {
        const [outer, ...inner] = tag.split("><");
        return `<${tag}>${parts.join("")}${inner.length > 0 ? `</${outer}>` : `</${outer}>`}`;
      }),
  ),
})).any;

/** Returns the letters and signs of a page, without blanks. */
function lettersOf(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const box of page.querySelectorAll("input")) box.remove();
  return (page.body.textContent ?? "").replaceAll(/[\s·]/g, "");
}

test("the memo shows the text of any page, and no signs besides", () => {
  fc.assert(
    fc.property(fc.array(blocks, { maxLength: 4 }), (parts) => {
      const html = parts.join("");
      const page = htmlToMarkdown(html);
      const shown = renderMarkdown(page?.markdown ?? "");
      expect(lettersOf(shown)).toBe(lettersOf(html));
      expect(page?.markdown).not.toMatch(/<(?:table|div|br|p|ul|pre)\b/);
    }),
    { numRuns: propertyRuns(600) },
  );
});
