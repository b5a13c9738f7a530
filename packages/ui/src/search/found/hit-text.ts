import { findRanges } from "@tidemark/core/same-letters";

/** Piece of a text; `isHit` is true for a match. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** Memo as the results of a search show it. */
export interface HitText {
  readonly title: readonly Piece[];
  /** Text around the first match below the title, or the beginning. */
  readonly text: readonly Piece[];
}

/** Maximum length of the source to read around a match, in UTF-16 units before and from it. */
const windowBefore = 300;
const windowFrom = 900;
/** Maximum lengths, more than two lines have room for. */
const longestText = 360;
const longestTitle = 160;
/** A match further into its text is moved to the front, with `leadBefore` units before it. */
const latestHit = 64;
const leadBefore = 36;
/** Maximum number of matches to try, because one may be in hidden text such as an address. */
const maxTries = 8;
const isTagLine = /^\s*#[^\s#]+(?:\s+#[^\s#]+)*\s*$/u;
/** Length of the source in which the first line with text is searched. */
const titleSearched = 2000;

/**
 * Returns the beginning of a memo, and plain text around the first of `terms`. Reads the source once, from
 * match to match, and converts only a window of it to plain text, however long its lines are.
 */
export function hitText(content: string, terms: readonly string[]): HitText {
  const head = part(content, 0, titleSearched);
  const line = /^[^\S\n]*\S[^\n]*/m.exec(head);
  if (line === null) return { title: [], text: [] };
  // Tags at its end are shown beside it.
  const whole = plainText(line[0]).replace(/(?<=\S)(?:\s+#[^\s#]+)+$/u, "");
  const title = cut(whole, longestTitle);
  // A paragraph that is its own title continues below it.
  const isAll = title.length === whole.length && line[0].length < titleSearched - line.index;
  const body = isAll ? line.index + line[0].length : line.index;
  return {
    title: markTerms(title, terms),
    text: markTerms(around(content, body, terms), terms),
  };
}

/** Returns the plain text around the first of `terms`, or the beginning of the text. */
export function hitIn(content: string, terms: readonly string[]): Piece[] {
  return markTerms(around(content, 0, terms), terms);
}

/** Splits a text at its terms, found as by the search (F6b), without converting it. */
export function markTerms(text: string, terms: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const range of findRanges(text, terms)) {
    if (range.start > end) pieces.push({ text: text.slice(end, range.start), isHit: false });
    pieces.push({ text: text.slice(range.start, range.end), isHit: true });
    ({ end } = range);
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** Returns the position of the first term; -1 if there is none. */
function firstHit(text: string, terms: readonly string[]): number {
  const { value } = findRanges(text, terms).next();
  return value?.start ?? -1;
}

function around(content: string, from: number, terms: readonly string[]): string {
  const opening = plainText(part(content, from, from + windowFrom));
  if (terms.length === 0 || firstHit(opening.slice(0, latestHit), terms) !== -1) {
    return cut(opening, longestText);
  }
  let hidden: number | null = null;
  let tries = 0;
  for (const { start: hit } of findRanges(content, terms, from)) {
    if (tries >= maxTries) break;
    tries += 1;
    hidden ??= hit;
    const start = Math.max(from, hit - windowBefore);
    const before = plainText(part(content, start, hit), { isOpen: true });
    const shown = plainText(part(content, start, hit + windowFrom));
    // The text before the match is the same in both, except for marks that are closed after it.
    const at = firstHit(shown.slice(Math.max(0, before.length - 80)), terms);
    if (at !== -1) return lead(shown, Math.max(0, before.length - 80) + at, start > from);
  }
  return hidden === null || isInTags(content, hidden)
    ? cut(opening, longestText)
    : sourceAround(content, hidden);
}

/** Returns true for a position in a line of tags alone, which are shown beside the text. */
function isInTags(content: string, at: number): boolean {
  const before =
    part(content, Math.max(0, at - windowBefore), at)
      .split("\n")
      .at(-1) ?? "";
  const [rest = ""] = part(content, at, at + windowBefore).split("\n");
  return isTagLine.test(before + rest);
}

/** Returns the source around a match that is only in an address or in marks. */
function sourceAround(content: string, at: number): string {
  const blank = /\s+/g;
  const before = part(content, Math.max(0, at - windowBefore), at).replaceAll(blank, " ");
  const rest = part(content, at, at + windowFrom).replaceAll(blank, " ");
  return lead(before + rest, before.length, true);
}

/** Returns the text from shortly before a match, at the beginning of a word if there is one. */
function lead(text: string, at: number, isCut: boolean): string {
  if (at <= latestHit && !isCut) return cut(text, longestText);
  const earliest = Math.max(0, at - leadBefore);
  const blank = text.slice(earliest, at).search(/\s\S/u);
  const start = blank === -1 ? wholeAt(text, earliest) : earliest + blank + 1;
  return cut(`…${text.slice(start)}`, longestText);
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, wholeAt(text, longest - 1))}…`;
}

function part(text: string, start: number, end: number): string {
  return text.slice(wholeAt(text, start), wholeAt(text, end));
}

/** Moves a position out of a surrogate pair. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/**
 * Returns the text of a piece of Markdown on one line. With `isOpen` the piece continues, so its end isn't
 * trimmed.
 */
function plainText(source: string, { isOpen = false } = {}): string {
  let text = "";
  let wasItem = false;
  for (const line of source.split("\n")) {
    if (/^\s*(?:```|~~~|\|?\s*:?-{3,}|\$\$)/.test(line)) continue;
    const marks =
      /^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|#{1,6}\s+|>\s?(?:\[![A-Z]+\])?)+/.exec(line);
    const words = line.slice(marks?.[0].length ?? 0).trim();
    if (words === "" || isTagLine.test(words)) continue;
    const isItem = marks !== null && !marks[0].includes(">");
    if (text !== "") text += isItem || wasItem ? " · " : " ";
    text += words;
    wasItem = isItem;
  }
  // Links and emphasis can continue over lines.
  const inline = inlineText(text);
  return isOpen ? inline.trimStart() : inline.trim();
}

function inlineText(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*(?:\s[^)]*)?\)/g, "$1")
    .replaceAll(/\[([^\]]+)\]\[[^\]]*\]/g, "$1")
    .replaceAll(/\[\^[^\]]*\]:?/g, "")
    .replaceAll(/\*{1,3}|~~|==|`+|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replaceAll(/\s*\|\s*/g, " ")
    .replaceAll(/\s+/g, " ");
}

/** Counts all tasks and the checked ones like the foot of the card; returns `null` below two. */
export function taskCount(content: string): { readonly done: number; readonly all: number } | null {
  let done = 0;
  let all = 0;
  for (const [, box] of content.matchAll(/^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]/gm)) {
    all += 1;
    if (box !== " ") done += 1;
  }
  return all < 2 ? null : { done, all };
}
