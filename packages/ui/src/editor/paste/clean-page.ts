import { memoLink, memoOfLink } from "@tidemark/core/markdown";
import { memoAddress } from "../../state/view-address.ts";

/** What is no part of what one reads. */
const unread =
  "script, style, noscript, template, head, title, meta, link, iframe, object, embed, svg, canvas, audio, video, button, select, textarea, [hidden]";

/** Leaves of a page what can be written as Markdown: words, their weight, and addresses that lead somewhere. */
export function cleanPage(page: Document): void {
  for (const element of page.querySelectorAll(unread)) element.remove();
  weighSpans(page);
  for (const link of page.querySelectorAll("a")) {
    takeOwn(link);
    if (link.textContent?.trim() === "" && link.querySelector("img") === null) link.remove();
    else if (!isLeading(link.getAttribute("href"))) link.replaceWith(...link.childNodes);
  }
  for (const image of page.querySelectorAll("img")) {
    // Pictures of a few bytes in the address itself are spacers; whole ones would fill the text.
    if (!isWeb(image.getAttribute("src"))) image.replaceWith(image.alt);
  }
  for (const box of page.querySelectorAll("input")) {
    if (box.type !== "checkbox" || box.closest("li") === null) box.remove();
  }
}

/** Word processors write weight and slant as styles, and wrap everything into a `b` that is none. */
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

/** What was copied out of a memo: a tag is its words, and another memo what a text calls it. */
function takeOwn(link: HTMLAnchorElement): void {
  if (link.dataset["tag"] !== undefined) link.removeAttribute("href");
  const address = link.getAttribute("href") ?? "";
  const pages = memoAddress("");
  if (address.startsWith(pages)) link.setAttribute("href", memoLink(address.slice(pages.length)));
}

/** Addresses relative to a page that nobody knows lead nowhere; others ask for a program or run one. */
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
