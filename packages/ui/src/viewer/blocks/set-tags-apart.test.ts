import { expect, test } from "vitest";
import { renderBody } from "../../timeline/card/render-body.ts";

const drawn = (content: string): string => {
  const holder = document.createElement("div");
  holder.innerHTML = renderBody(content, [], false, []);
  return [...holder.children]
    .map((child) => `${child.className || child.localName}:${child.textContent?.trim()}`)
    .join(" | ");
};

test.each([
  [
    "a last paragraph of tags",
    "Tides\n\n#sea #boat/engine",
    "p:Tides | tag-line:#sea #boat/engine",
  ],
  ["a last line of tags", "Tides\n#sea", "p:Tides | tag-line:#sea"],
  ["nothing but tags", "#sea #boat", "tag-line:#sea #boat"],
])("%s becomes a row at the bottom", (_what, content, expected) => {
  expect(drawn(content)).toBe(expected);
});

test.each([
  ["words beside a tag", "Tides\n\nabout #sea", "p:Tides | p:about #sea"],
  ["tags that more follows", "#sea\n\nTides", "p:#sea | p:Tides"],
  ["a list of tags", "- #sea", "ul:#sea"],
])("%s stay in place", (_what, content, expected) => {
  expect(drawn(content)).toBe(expected);
});
