import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { QuickBlockState, QuickInlineState } from "./quick-token.ts";

const texts = [
  "plain, *one **two** three* and ~~gone~~ `code` <b>html</b>",
  "[a *link*](/x 'title') ![an *image*](y.png) <https://example.org> https://example.org",
  "broken **one [two](three *four\nnext  \nline \\* &amp; &unknown;",
  "***a** b* **c *d***",
  "| a *b* | c |\n| --- | --- |\n| `d` | **e** |",
  "> - quote *in\n>   list*",
  "1. one\n\n   - two\n2. three\n\n***\n\n# head\n\nunder\n===\n\n```js\ncode\n```\n\n    more\n\n<div>\n",
];

test.each(texts)("%j has the tokens of the library's own state", (text) => {
  const own = new MarkdownIt({ html: true, linkify: true });
  const quick = new MarkdownIt({ html: true, linkify: true });
  quick.inline.State = QuickInlineState;
  quick.block.State = QuickBlockState;
  const tokens = structuredClone(quick.parse(text, {}));
  // Ours also note where code spans begin.
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === "code_inline") token.meta = null;
  }
  expect(tokens).toEqual(structuredClone(own.parse(text, {})));
  expect(quick.render(text)).toBe(own.render(text));
});

test("a token has the library's methods", () => {
  const md = new MarkdownIt();
  md.inline.State = QuickInlineState;
  const link = md.parseInline("[a](/b)", {})[0]?.children?.[0];
  expect(link).toBeInstanceOf(MarkdownIt.Token);
  expect(link?.attrGet("href")).toBe("/b");
});
