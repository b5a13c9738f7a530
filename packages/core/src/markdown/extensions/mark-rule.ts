import type { StateInline, Token } from "markdown-it";
import { markSides } from "./delimiter-sides.ts";

const EQUALS = 0x3d;
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
    const token = state.push("text", "", 0);
    token.content = run;
    state.delimiters.push({
      marker: EQUALS,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      ...markSides(src, pos, end, posMax),
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
