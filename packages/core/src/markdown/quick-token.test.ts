import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { QuickInlineState } from "./quick-token.ts";

const texts = [
  "plain, *one **two** three* and ~~gone~~ `code` <b>html</b>",
  "[a *link*](/x 'title') ![an *image*](y.png) <https://example.org> https://example.org",
  "broken **one [two](three *four\nnext  \nline \\* &amp; &unknown;",
  "***a** b* **c *d***",
  "| a *b* | c |\n| --- | --- |\n| `d` | **e** |",
  "> - quote *in\n>   list*",
];

test.each(texts)("%j has the tokens of the library's own state", (text) => {
  const own = new MarkdownIt({ html: true, linkify: true });
  const quick = new MarkdownIt({ html: true, linkify: true });
  quick.inline.State = QuickInlineState;
  expect(structuredClone(quick.parse(text, {}))).toEqual(structuredClone(own.parse(text, {})));
  expect(quick.render(text)).toBe(own.render(text));
});

test("a token has the library's methods", () => {
  const md = new MarkdownIt();
  md.inline.State = QuickInlineState;
  const link = md.parseInline("[a](/b)", {})[0]?.children?.[0];
  expect(link).toBeInstanceOf(MarkdownIt.Token);
  expect(link?.attrGet("href")).toBe("/b");
});
