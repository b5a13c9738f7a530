// @vitest-environment jsdom
import { expect, test } from "vitest";
import { wantAllImages, writeAddresses } from "./for-paper.ts";

function bodyOf(html: string): HTMLElement {
  const body = document.createElement("div");
  body.innerHTML = html;
  return body;
}

test.each([
  ['<a href="https://example.org/tide">the table</a>', "https://example.org/tide"],
  ['<a href="https://example.org/">https://example.org</a>', undefined],
  ['<a href="mailto:ines@example.org">write to Ines</a>', "ines@example.org"],
  ['<a href="#/m/abc">another memo</a>', undefined],
  ['<a href="https://example.org/%E6%BD%AE">a word</a>', "https://example.org/潮"],
  ['<a href="https://example.org/%E6">half a character</a>', "https://example.org/%E6"],
])("%s is printed with the address %j", (html, address) => {
  const body = bodyOf(html);
  writeAddresses(body);
  expect(body.querySelector("a")?.dataset["printAddress"]).toBe(address);
});

test("no image loads lazily", () => {
  const body = bodyOf('<img loading="lazy" alt="a"><img alt="b">');
  wantAllImages(body);
  expect([...body.querySelectorAll("img")].map(({ loading }) => loading)).toEqual([
    "eager",
    "eager",
  ]);
});
