import type { StateInline, Token } from "markdown-it";
import { emphasisSides, markSides } from "./delimiter-sides.ts";

const EQUALS = 0x3d;
const TILDE = 0x7e;

/** Inline rule: records each `==` that may open or close marked text; `markPairs` pairs them. Rule M20. */
export function markRule(state: StateInline, silent: boolean): boolean {
  return recordPair(state, silent, EQUALS, markSides);
}

/** Inline rule: records each `~~` that may open or close struck text, for markdown-it to pair. Rule M20a. */
export function strikeRule(state: StateInline, silent: boolean): boolean {
  return recordPair(state, silent, TILDE, emphasisSides);
}

/** Records a run of exactly two markers as a delimiter. Any other run of them is text. */
function recordPair(
  state: StateInline,
  silent: boolean,
  marker: number,
  sides: typeof markSides,
): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== marker) return false;
  let end = pos;
  while (end < posMax && src.charCodeAt(end) === marker) end++;
  if (silent) return false;
  const run = src.slice(pos, end);
  if (run.length !== 2) {
    state.pending += run;
  } else {
    const token = state.push("text", "", 0);
    token.content = run;
    const { open, close } = sides(src, pos, end, posMax);
    state.delimiters.push({
      marker,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open,
      close,
    });
  }
  state.pos = end;
  return true;
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
