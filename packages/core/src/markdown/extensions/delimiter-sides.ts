/** Sides on which a run of delimiters may begin (`open`) and end (`close`) formatted text. */
export interface DelimiterSides {
  readonly open: boolean;
  readonly close: boolean;
}

/**
 * Characters of scripts that don't separate words by blanks, and Chinese, Japanese and Korean marks, also in
 * full width.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\u30a0-\u30ff\u3190-\u319f\u31c0-\u33ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef]/u;
/** No character below this one is unspaced; Thai begins here. */
const FIRST_UNSPACED = 0x0e00;
const WORD = /[\p{L}\p{N}_]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const BLANK = /[\t-\r\p{Zs}]/u;
/** Selectors of a character's form. U+FE0F, which makes an emoji, isn't one of them. */
const SELECTOR = /[\ufe00-\ufe0e]/;
const IDEOGRAPH_SELECTOR = /[\u{e0100}-\u{e01ef}]/u;
/** Selector that gives a quotation mark its full width. Other marks have no such form. */
const FULL_WIDTH = "\ufe01";
const QUOTATION = /[‘’“”]/;

/**
 * Returns the sides of the `*` or `~` from `from` to `to`, in a text that ends at `max`. It is CommonMark's
 * rule, except that next to a character of a script without spaces only a blank matters: there, a word can
 * follow a mark directly. Rule M20a.
 */
export function emphasisSides(
  text: string,
  from: number,
  to: number,
  max = text.length,
): DelimiterSides {
  const before = characterBefore(text, from);
  const after = to < max ? characterAt(text, to) : " ";
  if (isUnspacedBefore(text, from, before) || isUnspaced(after)) {
    return { open: !BLANK.test(after), close: !BLANK.test(before) };
  }
  return flankingSides(before, after);
}

/** Returns the sides of the `_` from `from` to `to`: CommonMark's, so never within a word. Rule M20a. */
export function underscoreSides(
  text: string,
  from: number,
  to: number,
  max = text.length,
): DelimiterSides {
  const before = characterBefore(text, from);
  const after = to < max ? characterAt(text, to) : " ";
  const { open, close } = flankingSides(before, after);
  return {
    open: open && (!close || PUNCTUATION.test(before)),
    close: close && (!open || PUNCTUATION.test(after)),
  };
}

/** Returns on which sides CommonMark's flanking rules let a run between two characters begin and end text. */
function flankingSides(before: string, after: string): DelimiterSides {
  const isBlankBefore = BLANK.test(before);
  const isBlankAfter = BLANK.test(after);
  const isMarkBefore = PUNCTUATION.test(before);
  const isMarkAfter = PUNCTUATION.test(after);
  return {
    open: !isBlankAfter && (!isMarkAfter || isBlankBefore || isMarkBefore),
    close: !isBlankBefore && (!isMarkBefore || isBlankAfter || isMarkAfter),
  };
}

/**
 * Returns true if a text has `*` or `~~` beside a character of a script without spaces, or more than two `~` in
 * a row: texts that 0.2.0 read otherwise.
 */
export function hasChangedEmphasis(text: string): boolean {
  for (const { 0: run, index: from } of text.matchAll(/\*+|~{2,}/g)) {
    if (run.startsWith("~~~")) return true;
    const to = from + run.length;
    if (isUnspacedBefore(text, from, characterBefore(text, from))) return true;
    if (to < text.length && isUnspaced(characterAt(text, to))) return true;
  }
  return false;
}

/**
 * Returns the sides of the `==` from `from` to `to`: no blank inside and no letter outside, except in scripts
 * without spaces. Rule M20.
 */
export function markSides(
  text: string,
  from: number,
  to: number,
  max = text.length,
): DelimiterSides {
  const before = characterBefore(text, from);
  const after = to < max ? characterAt(text, to) : " ";
  return {
    open: !/\s/.test(after) && !isInWord(before),
    close: !/\s/.test(before) && !isInWord(after),
  };
}

function isUnspacedBefore(text: string, from: number, before: string): boolean {
  if (isUnspaced(before) || IDEOGRAPH_SELECTOR.test(before)) return true;
  if (!SELECTOR.test(before)) return false;
  const base = characterBefore(text, from - before.length);
  return isUnspaced(base) || (before === FULL_WIDTH && QUOTATION.test(base));
}

function isUnspaced(char: string): boolean {
  return char.charCodeAt(0) >= FIRST_UNSPACED && UNSPACED.test(char);
}

function isInWord(char: string): boolean {
  return WORD.test(char) && !UNSPACED.test(char);
}

/** Returns the character that ends at an offset. A lone surrogate is U+FFFD, and the start a blank. */
function characterBefore(text: string, at: number): string {
  if (at <= 0) return " ";
  const low = text.charCodeAt(at - 1);
  if ((low & 0xfc00) !== 0xdc00) return whole(text.charAt(at - 1));
  return whole(text.slice(Math.max(0, at - 2), at));
}

function characterAt(text: string, at: number): string {
  return whole(String.fromCodePoint(text.codePointAt(at)!));
}

function whole(char: string): string {
  const code = char.codePointAt(0)!;
  const isLone = (code & 0xfffff800) === 0xd800 || (char.length > 1 && code <= 0xffff);
  return isLone ? "\ufffd" : char;
}
