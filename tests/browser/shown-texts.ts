import type { Page } from "@playwright/test";

/**
 * Returns the texts of a page that users can see or hear: the title, visible text, accessible names and
 * placeholders. Elements that match a selector of `except` are skipped.
 */
export function shownTexts(page: Page, except: readonly string[]): Promise<string[]> {
  return page.evaluate(findTexts, except.join(", "));
}

function findTexts(except: string): string[] {
  const isShown = (element: Element): boolean =>
    element.closest(except) === null &&
    element.closest("[aria-hidden=true], [inert], script, style") === null &&
    element.checkVisibility({ visibilityProperty: true });
  const found = new Set<string>();
  const keep = (text: string | null): void => {
    const words = text?.trim() ?? "";
    if (words !== "") found.add(words);
  };
  keep(document.title);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement !== null && isShown(node.parentElement)) keep(node.nodeValue);
  }
  const said = [
    "alt",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
    "title",
  ];
  for (const element of document.body.querySelectorAll(said.map((name) => `[${name}]`).join())) {
    if (!isShown(element)) continue;
    for (const name of said) keep(element.getAttribute(name));
  }
  return [...found];
}
