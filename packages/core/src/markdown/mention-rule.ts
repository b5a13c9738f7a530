import type { StateInline } from "markdown-it";

const AT = 0x40;
/** A username as the service allows it: ASCII letters, digits, inner hyphens, not all digits. */
const USERNAME = /^(?!\d+(?![a-z0-9-]))[a-z0-9](?:[a-z0-9-]{0,34}[a-z0-9])?/i;
const CONTINUES = /^-*[\p{L}\p{M}\p{N}_@]/u;
const JOINED = /[\p{L}\p{M}\p{N}_@.+/-]$/u;

/**
 * Inline rule: turns `@username` into a `mention` token whose content is the username as written. Requires a
 * boundary before `@`, which excludes email addresses. Rule M12.
 */
export function mentionRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== AT || state.linkLevel > 0) return false;
  if (JOINED.test(src.slice(Math.max(0, pos - 2), pos))) return false;
  // 36 for the longest name, plus the characters that would continue it.
  const window = src.slice(pos + 1, Math.min(state.posMax, pos + 40));
  const username = USERNAME.exec(window)?.[0];
  if (username === undefined || CONTINUES.test(window.slice(username.length))) return false;
  if (!silent) state.push("mention", "", 0).content = username;
  state.pos = pos + 1 + username.length;
  return true;
}
