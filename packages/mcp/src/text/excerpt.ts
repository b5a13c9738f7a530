import { cutText, showHidden } from "./visible-text.ts";

/** Characters before the first match in an excerpt. */
const lead = 80;

/** Returns the part of a text around the first of the terms, on one line; `beginning` without a match. */
export function excerptOf(
  content: string,
  terms: readonly string[],
  { beginning, length }: { readonly beginning: string; readonly length: number },
): string {
  const letters = content.toLowerCase();
  const places = terms.map((term) => letters.indexOf(term.toLowerCase())).filter((at) => at >= 0);
  const at = Math.min(...places);
  if (places.length === 0 || at < lead) return showHidden(cutText(onOneLine(beginning), length));
  const part = content.slice(at - lead).replace(/^[\udc00-\udfff]/, "");
  return showHidden(cutText(`…${onOneLine(part.slice(0, length * 2))}`, length));
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
