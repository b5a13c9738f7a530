import { unspaced, words } from "./word-pattern.ts";

/** Part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const letter = `[[\\p{L}\\p{M}\\p{N}_]--[${unspaced}]]`;
/** Text without blanks, brackets or quotation marks. Addresses are found in it. */
const chunks = /[^\s<>()[\]{}|"“”„«»‹›「」『』（）【】《》〈〉、。，；！？]+/gu;
const address = /:\/\/|^www\.|[^@]@[^@.]+\.\p{L}/u;
const afterAddress = /[.,;:!?*_~'’]+$/u;
/** A tag, an emoji, a number with its signs, words joined as in `2026-12-01` or `v1.2`, or one CJK letter. */
const pieces = new RegExp(
  `#(?:[\\p{L}\\p{M}\\p{N}_\\/&\\-]|\\p{RGI_Emoji})+|\\p{RGI_Emoji}|\\p{RI}{2}|[${unspaced}]|` +
    `[\\p{Sc}+−±\\-]?${letter}+(?:[.,:\\/\\-–'’·+]${letter}+)*[\\p{Sc}%‰°]?`,
  "gv",
);
const digit = /\p{N}/u;
const plainWord = new RegExp(`^${letter}+$`, "v");
/** Part of a number that is written with spaces, such as a telephone number. */
const digitGroup = /^\+?\p{Nd}+(?:-\p{Nd}+)?$|^[A-Z]{2}\p{Nd}{2}$/u;
const groupGap = /^\)?[ \u00a0\u202f]\(?$|^\)$/u;
const halfOfDay = /^[ap]m$/iu;
const dateCounter = /^[年月日号號時时点點分秒]$/u;
/** Fewest digits of a number written in groups of any length. */
const phoneDigits = 7;

/** Returns true for a piece of text that is changed as a whole: it has a digit, or is a tag, address or emoji. */
export function isAtomic(text: string): boolean {
  return digit.test(text) || !plainWord.test(text);
}

/** Tokens of a text, found line by line on first use. */
export class Tokens {
  readonly #text: string;
  readonly #lines = new Map<number, readonly Span[]>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the token that a position is inside of; null between tokens. */
  around(at: number): Span | null {
    const spans = this.#lineOf(at);
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spans[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const found = spans[low];
    return found !== undefined && found.start < at ? found : null;
  }

  #lineOf(at: number): readonly Span[] {
    const start = at === 0 ? 0 : this.#text.lastIndexOf("\n", at - 1) + 1;
    const known = this.#lines.get(start);
    if (known !== undefined) return known;
    const end = this.#text.indexOf("\n", start);
    const spans = tokensOf(this.#text.slice(start, end === -1 ? undefined : end), start);
    this.#lines.set(start, spans);
    return spans;
  }
}

/** Returns the different tokens of a text. */
export function tokensIn(text: string): ReadonlySet<string> {
  const lines = text.split("\n");
  return new Set(
    lines.flatMap((line) => tokensOf(line, 0).map(({ start, end }) => line.slice(start, end))),
  );
}

function tokensOf(line: string, offset: number): readonly Span[] {
  const found: Span[] = [];
  const add = (at: number, text: string): void =>
    void found.push({ start: at, end: at + text.length });
  for (const { 0: chunk, index } of line.matchAll(chunks)) {
    if (address.test(chunk)) {
      add(index, chunk.replace(afterAddress, ""));
      continue;
    }
    for (const { 0: piece, index: at } of chunk.matchAll(pieces)) {
      if (isAtomic(piece) && !isJoinedWords(piece)) add(index + at, piece);
      else for (const word of piece.matchAll(words)) add(index + at + word.index, word[0]);
    }
  }
  return joined(found, line).map(({ start, end }) => ({
    start: offset + start,
    end: offset + end,
  }));
}

/** Returns true for words with marks between them and no digit, which are separate tokens. */
function isJoinedWords(piece: string): boolean {
  return !digit.test(piece) && /^[^#]/u.test(piece) && /\p{L}/u.test(piece);
}

/** Joins numbers that are written in parts: `+49 30 1234`, `1 000`, `5 pm`, `12月5日`. */
function joined(spans: readonly Span[], line: string): readonly Span[] {
  const result: Span[] = [];
  const textOf = ({ start, end }: Span): string => line.slice(start, end);
  for (let i = 0; i < spans.length;) {
    const count = groupsFrom(spans.slice(i, i + 12), line);
    const first = spans[i] as Span;
    let last = spans[i + count - 1] as Span;
    let next = i + count;
    for (let after = spans[next]; after !== undefined; after = spans[next]) {
      const gap = line.slice(last.end, after.start);
      const text = textOf(after);
      const isCounter = gap === "" && dateCounter.test(text) && digit.test(textOf(last));
      const isCounted = gap === "" && digit.test(text) && dateCounter.test(textOf(last));
      const isHalf = gap === " " && halfOfDay.test(text) && digit.test(textOf(last));
      if (!isCounter && !isCounted && !isHalf) break;
      last = after;
      next += 1;
    }
    result.push({ start: first.start, end: last.end });
    i = next;
  }
  return result;
}

/** Returns how many of the tokens, from the first, are groups of digits of one number; at least 1. */
function groupsFrom(spans: readonly Span[], line: string): number {
  let count = 0;
  let digits = 0;
  let isThousands = true;
  for (const [i, { start, end }] of spans.entries()) {
    const text = line.slice(start, end);
    const length = text.match(/\p{Nd}/gu)?.length ?? 0;
    const gap = i === 0 ? " " : line.slice(spans[i - 1]?.end, start);
    if (!digitGroup.test(text) || !groupGap.test(gap) || (i > 0 && length < 2)) break;
    if (i > 0 && length !== 3) isThousands = false;
    digits += length;
    count += 1;
  }
  return count > 1 && (isThousands || digits >= phoneDigits) ? count : 1;
}
