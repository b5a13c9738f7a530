/** A stretch of text, and whether it is what was searched for. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** A memo as a search shows it. */
export interface HitText {
  readonly title: readonly Piece[];
  /** Around the first hit below the title, or how it goes on. */
  readonly text: readonly Piece[];
}

/** Of the source no more than this is looked at around one hit, in UTF-16 units before and from it. */
const windowBefore = 300;
const windowFrom = 900;
/** More than two lines have room for. */
const longestText = 360;
const longestTitle = 160;
/** A hit that comes later in its text is brought forward, with so much before it. */
const latestHit = 64;
const leadBefore = 36;
/** A hit may lie in what is not shown, such as an address: so many others are tried. */
const maxTries = 8;
const isTagLine = /^\s*#[^\s#]+(?:\s+#[^\s#]+)*\s*$/u;
/** Where the first line ends that says something. */
const titleSearched = 2000;

/**
 * What a search shows of a memo's Markdown: how it begins, and plain text around the first of `terms`.
 * Looks at the source once from hit to hit, and turns only a window of it into plain text, however
 * long its lines are.
 */
export function hitText(content: string, terms: readonly string[]): HitText {
  const pattern = termPattern(terms);
  const head = part(content, 0, titleSearched);
  const line = /^[^\S\n]*\S[^\n]*/m.exec(head);
  if (line === null) return { title: [], text: [] };
  // The tags at its end stand beside it.
  const whole = plainText(line[0]).replace(/(?<=\S)(?:\s+#[^\s#]+)+$/u, "");
  const title = cut(whole, longestTitle);
  // A paragraph that is its own title goes on below it.
  const isAll = title.length === whole.length && line[0].length < titleSearched - line.index;
  const body = isAll ? line.index + line[0].length : line.index;
  return {
    title: piecesOf(title, pattern),
    text: piecesOf(around(content, body, pattern), pattern),
  };
}

/** The plain text around the first of `terms`, or how the text begins. */
export function hitIn(content: string, terms: readonly string[]): Piece[] {
  const pattern = termPattern(terms);
  return piecesOf(around(content, 0, pattern), pattern);
}

/** A text as it stands, parted where terms stand in it. */
export function markTerms(text: string, terms: readonly string[]): Piece[] {
  return piecesOf(text, termPattern(terms));
}

/** Splits a text where terms stand in it, without regard to case. */
function piecesOf(text: string, pattern: RegExp | null): Piece[] {
  if (text === "") return [];
  if (pattern === null) return [{ text, isHit: false }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isHit: false });
    pieces.push({ text: match[0], isHit: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** What finds terms as text; null for none. */
function termPattern(terms: readonly string[]): RegExp | null {
  const words = terms.filter((term) => term !== "").toSorted((a, b) => b.length - a.length);
  const escaped = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`));
  return escaped.length === 0 ? null : new RegExp(escaped.join("|"), "giu");
}

function around(content: string, from: number, pattern: RegExp | null): string {
  const opening = plainText(part(content, from, from + windowFrom));
  if (pattern === null || opening.slice(0, latestHit).search(pattern) !== -1) {
    return cut(opening, longestText);
  }
  const finding = new RegExp(pattern.source, pattern.flags);
  finding.lastIndex = from;
  let hidden: number | null = null;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const match = finding.exec(content);
    if (match === null) break;
    hidden ??= match.index;
    const start = Math.max(from, match.index - windowBefore);
    const before = plainText(part(content, start, match.index), { isOpen: true });
    const shown = plainText(part(content, start, match.index + windowFrom));
    // What stands before the hit is the same in both, but for marks that the hit's side closes.
    const at = shown.slice(Math.max(0, before.length - 80)).search(pattern);
    if (at !== -1) return lead(shown, Math.max(0, before.length - 80) + at, start > from);
  }
  return hidden === null || isInTags(content, hidden)
    ? cut(opening, longestText)
    : sourceAround(content, hidden);
}

/** Whether a place is in a line of nothing but tags, which stand beside the text. */
function isInTags(content: string, at: number): boolean {
  const before =
    part(content, Math.max(0, at - windowBefore), at)
      .split("\n")
      .at(-1) ?? "";
  const [rest = ""] = part(content, at, at + windowBefore).split("\n");
  return isTagLine.test(before + rest);
}

/** Of what is found in an address alone, or in marks, the source is shown. */
function sourceAround(content: string, at: number): string {
  const blank = /\s+/g;
  const before = part(content, Math.max(0, at - windowBefore), at).replaceAll(blank, " ");
  const rest = part(content, at, at + windowFrom).replaceAll(blank, " ");
  return lead(before + rest, before.length, true);
}

/** The text from a little before a hit, at a word's beginning where there is one. */
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

/** A place between two characters, where `at` is in the midst of one. */
function wholeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** The words of a stretch of Markdown on one line. `isOpen`: it goes on, so its end is left as it is. */
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
  // Links and emphasis go on over lines.
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

/** How many tasks a text has and how many are done, as the card's foot counts them; null below two. */
export function taskCount(content: string): { readonly done: number; readonly all: number } | null {
  let done = 0;
  let all = 0;
  for (const [, box] of content.matchAll(/^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]/gm)) {
    all += 1;
    if (box !== " ") done += 1;
  }
  return all < 2 ? null : { done, all };
}
