import type { Token } from "markdown-it";

/**
 * Splits off a last line that consists of tags only; it is shown as a row below the text. `isBreak` decides
 * which tokens are shown as a line break.
 */
export function splitTagLine(
  text: readonly Token[],
  isBreak: (token: Token) => boolean,
): { readonly text: readonly Token[]; readonly tags: readonly Token[] } {
  const [inline, end] = text.slice(-2);
  const all = { text, tags: [] };
  if (inline === undefined || end?.type !== "paragraph_close" || end.level > 0) return all;
  const children = inline.children ?? [];
  const breakAt = children.findLastIndex((token) => token.level === 0 && isBreak(token));
  const line = children.slice(breakAt + 1);
  const tags = line.filter(({ type }) => type === "tag");
  if (tags.length === 0 || !line.every((token) => token.type === "tag" || isBlank(token)))
    return all;
  inline.children = children.slice(0, Math.max(0, breakAt));
  return { text: inline.children.length > 0 ? text : text.slice(0, -3), tags };
}

function isBlank({ type, content }: Token): boolean {
  return type === "softbreak" || (type === "text" && content.trim() === "");
}
