import { mathSpan } from "@tidemark/core/markdown";

const address = /(?<![\p{L}\p{N}_])(?:https?|ftp):\/\/[^\s<>]+/gu;

/**
 * Escapes what Markdown would read as syntax in a text of a page, except in addresses. A `$` is escaped if it
 * begins a formula, or `hasDollars` says that there are others around the text.
 */
export function escapeText(text: string, hasDollars = false): string {
  if (!/[\\`*_[\]<&$~=]/.test(text)) return text;
  let escaped = "";
  let from = 0;
  for (const { 0: link, index } of text.matchAll(address)) {
    escaped += escapeWords(text.slice(from, index), hasDollars) + link;
    from = index + link.length;
  }
  return escaped + escapeWords(text.slice(from), hasDollars);
}

function escapeWords(text: string, hasDollars: boolean): string {
  const escaped = text
    .replaceAll(/\\(?=[!-/:-@[-`{-~\n]|$)/g, "\\\\")
    .replaceAll("`", "\\`")
    .replaceAll(/\*(?!\s)|(?<=\S)\*/g, "\\*")
    .replaceAll(/_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])_/gu, "\\_")
    .replaceAll(/!(?=\[)|\[(?=\^)|\](?=[([:])/g, "\\$&")
    .replaceAll(/<(?=[a-z/!?])/gi, "\\<")
    .replaceAll(/&(?=#?\w{1,32};)/g, "\\&")
    .replaceAll("~~", "\\~\\~")
    .replaceAll(/==(?!=)/g, "\\=\\=");
  return hasDollars ? escaped.replaceAll("$", "\\$") : escapeDollars(escaped);
}

function escapeDollars(text: string): string {
  for (let at = text.indexOf("$"); at >= 0;) {
    const { run, end } = mathSpan(text, at, text.length);
    if (end >= 0 || run > 1) return text.replaceAll("$", String.raw`\$`);
    at = text.indexOf("$", at + run);
  }
  return text;
}

/**
 * Escapes what Markdown would read as the start of a block. `isKept` is true for a line that the page shows as
 * it was typed, whose list marks are kept.
 */
export function escapeLine(line: string, isKept: boolean): string {
  if (/^(?:#{1,6}(?:\s|$)|##|=+\s*$|[|:\s]*-[|:\s-]*$)/.test(line)) {
    return line.replace(/[#=-]/, "\\$&");
  }
  if (isKept) return line;
  return line.replace(/^([-+*>])(?=\s|$)|^>/, "\\$&").replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
}
