import { afterEach, expect, test } from "vitest";
import { returnFocus } from "./return-focus.ts";

afterEach(() => document.body.replaceChildren());

function show(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
}

test("the text of a page has the focus again, not the first box in it", () => {
  const article = show('<article tabindex="-1"><input type="checkbox"></article>');
  expect(returnFocus(() => article)()).toBe(false);
  expect(document.activeElement).toBe(article);
});

test("a field that took the focus while the popup closed keeps it", () => {
  const article = show('<article tabindex="-1"><input></article>');
  const field = article.querySelector("input")!;
  field.focus();
  expect(returnFocus(() => article)()).toBe(false);
  expect(document.activeElement).toBe(field);
});

test("an element without focus of its own is left to the popup, and so is a missing one", () => {
  const plain = show("<p>Text</p>");
  expect(returnFocus(() => plain)()).toBe(plain);
  expect(returnFocus(() => null)()).toBe(true);
});
