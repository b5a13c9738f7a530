import { memoLink, memoOfLink } from "@tidemark/core/markdown";
import { memoAddress, memoHref } from "../../../state/view-address.ts";

/**
 * Returns the address that a link has in Markdown; `null` if it has none. A tag is its text, and a link to a
 * memo has the memo's address. Relative addresses have no known base, and other schemes start a program or run
 * code.
 */
export function linkAddress(link: Element): string | null {
  if (link.hasAttribute("data-tag")) return null;
  const address = (link.getAttribute("href") ?? "").trim();
  const memo = memoOfAddress(address);
  if (memo !== null) return memoLink(memo);
  if (isWeb(address)) return encoded(address);
  const isLeading = memoOfLink(address) !== null || /^(?:mailto|tel):[^\s<>]+$/i.test(address);
  return isLeading ? address : null;
}

/** Returns the id of the memo that an address on this page's origin opens; null for other addresses. */
function memoOfAddress(address: string): string | null {
  const starts = [memoAddress(""), new URL(memoHref(""), document.location.href).href];
  for (const start of starts) {
    const id = memoOfLink(memoLink(address.slice(start.length)));
    if (address.startsWith(start) && id !== null) return id;
  }
  return null;
}

/** Returns a web address, with blanks encoded; `null` for any other. */
export function webAddress(address: string): string | null {
  return isWeb(address.trim()) ? encoded(address.trim()) : null;
}

function isWeb(address: string): boolean {
  return /^https?:\/\/[^<>\n]+$/i.test(address);
}

function encoded(address: string): string {
  return address.replaceAll(/\s/g, "%20");
}
