import type { StateInline, Token } from "markdown-it";

const EQUALS = 0x3d;
/** What no mark begins behind or ends before: `a==b` compares. */
const WORD = /[\p{L}\p{N}_]/u;
/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** Inline rule: notes each `==` that may begin or end marked text; `markPairs` joins them. Rule M20. */
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

/** Whether a `==` between two characters, blanks at the ends of a text, may begin and end marked text. */
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

/** Second inline rule: the pairs that were found become `mark_open` and `mark_close`. */
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
