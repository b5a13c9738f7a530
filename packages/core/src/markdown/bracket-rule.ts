import type { StateInline } from "markdown-it";

const BANG = 0x21;
const OPEN = 0x5b;
/**
 * Number of brackets that may fail to begin a link before the rest are treated as text. For each one, the
 * parser applies every rule to the text behind it.
 */
const MAX_BRACKETS = 20_000;

interface BracketCount {
  brackets?: number;
}

/** First inline rule: treats a bracket as text once the limit is reached. Rule M19. */
export function bracketRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const at = src.charCodeAt(pos) === BANG ? pos + 1 : pos;
  if (src.charCodeAt(at) !== OPEN || at >= state.posMax) return false;
  if (((state.env as BracketCount).brackets ?? 0) < MAX_BRACKETS) return false;
  if (!silent) state.pending += src.slice(pos, at + 1);
  state.pos = at + 1;
  return true;
}

/** Inline rule after links and images: counts brackets that begin neither. */
export function failedBracketRule({ src, pos, env }: StateInline): boolean {
  const at = src.charCodeAt(pos) === BANG ? pos + 1 : pos;
  if (src.charCodeAt(at) !== OPEN) return false;
  const counted = env as BracketCount;
  counted.brackets = (counted.brackets ?? 0) + 1;
  return false;
}
