import { memoLink, memoOfLink } from "@tidemark/core/markdown";
import { memoAddress } from "../../state/view-address.ts";

/** Elements that aren't part of the text. */
const unread =
  "script, style, noscript, template, head, title, meta, link, iframe, object, embed, svg, canvas, audio, video, button, select, textarea, [hidden]";

/** Reduces a page to what Markdown can express: text, its formatting, and valid addresses. */
export function cleanPage(page: Document): void {
  for (const element of page.querySelectorAll(unread)) element.remove();
  weighSpans(page);
  for (const link of page.querySelectorAll("a")) {
    takeOwn(link);
    if (link.textContent?.trim() === "" && link.querySelector("img") === null) link.remove();
    else if (!isLeading(link.getAttribute("href"))) link.replaceWith(...link.childNodes);
  }
  for (const image of page.querySelectorAll("img")) {
    // Images in data URLs are spacers of a few bytes, or too large for the text.
    if (!isWeb(image.getAttribute("src"))) image.replaceWith(image.alt);
  }
  for (const box of page.querySelectorAll("input")) {
    if (box.type !== "checkbox" || box.closest("li") === null) box.remove();
  }
}

/**
 * Converts styled spans to elements. Word processors write formatting as styles, and wrap everything in a `b`
 * that isn't bold.
 */
function weighSpans(page: Document): void {
  for (const bold of page.querySelectorAll<HTMLElement>("b")) {
    if (/^(?:normal|400)$/.test(bold.style.fontWeight)) bold.replaceWith(...bold.childNodes);
  }
  for (const span of page.querySelectorAll<HTMLElement>("span[style]")) {
    const { fontWeight, fontStyle, textDecorationLine, textDecoration } = span.style;
    const isBold = fontWeight === "bold" || Number(fontWeight) >= 600;
    if (isBold && span.closest("h1, h2, h3, h4, h5, h6, b, strong, th") === null) {
      wrap(span, "strong");
    }
    if (fontStyle === "italic" && span.closest("i, em") === null) wrap(span, "em");
    if (`${textDecorationLine} ${textDecoration}`.includes("line-through")) wrap(span, "del");
  }
}

function wrap(span: HTMLElement, name: "strong" | "em" | "del"): void {
  if (span.textContent?.trim() === "") return;
  const wrapper = span.ownerDocument.createElement(name);
  wrapper.append(...span.childNodes);
  span.append(wrapper);
}

/** Converts a link copied from a memo: a tag to its text, and another memo to its address in Markdown. */
function takeOwn(link: HTMLAnchorElement): void {
  if (link.dataset["tag"] !== undefined) link.removeAttribute("href");
  const address = link.getAttribute("href") ?? "";
  const pages = memoAddress("");
  if (address.startsWith(pages)) link.setAttribute("href", memoLink(address.slice(pages.length)));
}

/**
 * Returns true for web, memo, mail and phone addresses. Relative addresses have no known base, and other
 * schemes start a program or run code.
 */
function isLeading(address: string | null): boolean {
  return (
    isWeb(address) ||
    memoOfLink(address ?? "") !== null ||
    /^(?:mailto|tel):[^\s<>]+$/i.test(address ?? "")
  );
}

function isWeb(address: string | null): boolean {
  return /^https?:\/\/[^\s<>]+$/i.test(address ?? "");
}
