import { lettersOfOneWord, outsideWords, words } from "./tokens/word-pattern.ts";

/** Differing parts of two texts at one place, between common parts. */
export interface Stretch {
  /** Start in the text before any edit, in UTF-16 units. */
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the differing middle of two texts, without their common ends. It begins and ends between words if
 * possible: of `banana bob` and `bob` the middle is `banana `, though the first and last letters are equal. A
 * word is cut only if the change or insertion is within it. It isn't cut if the remaining word is a whole
 * word of the other text: of `c05 c0` and `c0` the middle is everything. Never cuts a surrogate pair.
 */
export function middleOf(before: string, after: string): Stretch {
  const start = commonPrefix(before, after);
  const end = commonSuffix(before, after, start);
  const cut = {
    at: start,
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  };
  if (cut.before === "" || cut.after === "") {
    const moved = slide(before, after, cut);
    if (moved !== null) return moved;
    const whole = aroundWords(before, after, start, end);
    return hasWord(whole.before, whole.after) || hasWord(whole.after, whole.before) ? whole : cut;
  }
  if (!outsideWords.test(cut.before) && !outsideWords.test(cut.after)) return cut;
  return aroundWords(before, after, start, end);
}

/** Moves both ends of the middle out of words. */
function aroundWords(before: string, after: string, start: number, end: number): Stretch {
  let first = start;
  while (first > 0 && (isInWord(before, first) || isInWord(after, first))) first -= 1;
  let last = end;
  while (
    last > 0 &&
    (isInWord(before, before.length - last) || isInWord(after, after.length - last))
  ) {
    last -= 1;
  }
  return {
    at: first,
    before: before.slice(first, before.length - last),
    after: after.slice(first, after.length - last),
  };
}

function hasWord(text: string, word: string): boolean {
  return word !== "" && text.matchAll(words).some(({ 0: each }) => each === word);
}

/**
 * Moves a pure insertion or removal to the left if it then consists of whole words. Returns null if it can't.
 */
function slide(before: string, after: string, cut: Stretch): Stretch | null {
  const text = cut.before === "" ? after : before;
  const { length } = cut.before === "" ? cut.after : cut.before;
  for (let at = cut.at; at >= 0 && cut.at - at < length; at -= 1) {
    if (isBetweenWords(text, at) && isBetweenWords(text, at + length)) {
      const moved = text.slice(at, at + length);
      return cut.before === ""
        ? { at, before: "", after: moved }
        : { at, before: moved, after: "" };
    }
    if (text[at - 1] !== text[at - 1 + length]) break;
  }
  return null;
}

/** Returns true between two words, or a word and other text; false within a surrogate pair. */
export function isBetweenWords(text: string, at: number): boolean {
  return !isInPair(text, at) && !isInWord(text, at);
}

function isInWord(text: string, at: number): boolean {
  if (isInPair(text, at)) return true;
  return lettersOfOneWord.test(charBefore(text, at) + charAfter(text, at));
}

function isInPair(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}

function charBefore(text: string, at: number): string {
  return text.slice(isInPair(text, at - 1) ? at - 2 : at - 1, at);
}

function charAfter(text: string, at: number): string {
  return text.slice(at, isInPair(text, at + 1) ? at + 2 : at + 1);
}

export function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let n = 0;
  while (n < limit && a.charCodeAt(n) === b.charCodeAt(n)) n += 1;
  return n > 0 && isHighSurrogate(a.charCodeAt(n - 1)) ? n - 1 : n;
}

export function commonSuffix(a: string, b: string, start: number): number {
  const limit = Math.min(a.length, b.length) - start;
  let n = 0;
  while (n < limit && a.charCodeAt(a.length - 1 - n) === b.charCodeAt(b.length - 1 - n)) n += 1;
  return n > 0 && isLowSurrogate(a.charCodeAt(a.length - n)) ? n - 1 : n;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
