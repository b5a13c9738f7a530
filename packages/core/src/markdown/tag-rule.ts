import type { StateInline } from "markdown-it";
import { readTag } from "./tag-syntax.ts";

const HASH = 0x23;

/**
 * Inline rule: turns `#tag` into a `tag` token whose content is the tag without `#` and whose
 * `meta.at` is the offset of `#` in the inline text. Rules M3–M7.
 */
export function tagRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== HASH || state.linkLevel > 0) return false;
  const tag = readTag(state.src, state.pos, state.posMax);
  if (tag === "" || isHeadingRun(state)) return false;
  if (!silent) {
    const token = state.push("tag", "", 0);
    token.content = tag;
    token.meta = { at: state.pos };
  }
  state.pos += 1 + tag.length;
  return true;
}

/** Returns true if this `#` ends a run of two or more that opens its line: `##x` may become a heading. */
function isHeadingRun({ src, pos }: StateInline): boolean {
  if (src.charCodeAt(pos - 1) !== HASH) return false;
  let start = pos - 1;
  while (src.charCodeAt(start - 1) === HASH) start--;
  while (src[start - 1] === " " || src[start - 1] === "\t") start--;
  return start === 0 || src[start - 1] === "\n";
}
