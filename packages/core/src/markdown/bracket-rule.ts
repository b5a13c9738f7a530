import type { StateInline } from "markdown-it";

const BANG = 0x21;
const OPEN = 0x5b;
/**
 * So many brackets of a text may begin no link before the rest are only brackets. Each one that might
 * begin a link has the text behind it looked at, with every rule there is.
 */
const MAX_BRACKETS = 20_000;

interface BracketCount {
  brackets?: number;
}

/** Inline rule, the first: once there were too many, a bracket is text at once. Rule M19. */
export function bracketRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const at = src.charCodeAt(pos) === BANG ? pos + 1 : pos;
  if (src.charCodeAt(at) !== OPEN || at >= state.posMax) return false;
  if (((state.env as BracketCount).brackets ?? 0) < MAX_BRACKETS) return false;
  if (!silent) state.pending += src.slice(pos, at + 1);
  state.pos = at + 1;
  return true;
}

/** Inline rule, behind those of links and images: counts the brackets that begin neither. */
export function failedBracketRule({ src, pos, env }: StateInline): boolean {
  const at = src.charCodeAt(pos) === BANG ? pos + 1 : pos;
  if (src.charCodeAt(at) !== OPEN) return false;
  const counted = env as BracketCount;
  counted.brackets = (counted.brackets ?? 0) + 1;
  return false;
}
