import type { StateInline, Token } from "markdown-it";

const EQUALS = 0x3d;
/** Characters that prevent a mark from beginning after them or ending before them: `a==b` compares. */
const WORD = /[\p{L}\p{N}_]/u;
/** Scripts that don't separate words by blanks. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** Inline rule: records each `==` that may open or close marked text; `markPairs` pairs them. Rule M20. */
export function markRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== EQUALS) return false;
  let end = pos;
  while (end < posMax && src.charCodeAt(end) === EQUALS) end++;
  if (silent) return false;
  const run = src.slice(pos, end);
  if (run !== "==") {
    state.pending += run;
  } else {
    const before = pos > 0 ? characterBefore(src, pos) : " ";
    const after = end < posMax ? String.fromCodePoint(src.codePointAt(end)!) : " ";
    const token = state.push("text", "", 0);
    token.content = run;
    state.delimiters.push({
      marker: EQUALS,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      ...markSides(before, after),
    });
  }
  state.pos = end;
  return true;
}

/**
 * Returns whether a `==` between two characters may open and may close marked text. The ends of a text count
 * as blanks.
 */
export function markSides(
  before: string,
  after: string,
): { readonly open: boolean; readonly close: boolean } {
  return {
    open: !/\s/.test(after) && !isInWord(before),
    close: !/\s/.test(before) && !isInWord(after),
  };
}

function characterBefore(src: string, pos: number): string {
  const last = src.codePointAt(pos - 2);
  return last !== undefined && last > 0xffff ? String.fromCodePoint(last) : src.charAt(pos - 1);
}

function isInWord(char: string): boolean {
  return WORD.test(char) && !UNSPACED.test(char);
}

type Delimiters = StateInline["delimiters"];

/** Second inline rule: turns the matched pairs into `mark_open` and `mark_close`. */
export function markPairs(state: StateInline): void {
  openAndClose(state.tokens, state.delimiters);
  for (const meta of state.tokens_meta) openAndClose(state.tokens, meta?.delimiters ?? []);
}

function openAndClose(tokens: readonly Token[], delimiters: Delimiters): void {
  for (const { marker, end, token } of delimiters) {
    if (marker !== EQUALS || end === -1) continue;
    become(tokens[token]!, "mark_open", 1);
    become(tokens[delimiters[end]!.token]!, "mark_close", -1);
  }
}

function become(token: Token, type: string, nesting: 1 | -1): void {
  token.type = type;
  token.tag = "mark";
  token.nesting = nesting;
  token.markup = "==";
  token.content = "";
}
