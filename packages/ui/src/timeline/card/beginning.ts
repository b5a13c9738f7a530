/** Number of characters above which a card renders only the beginning of a text. */
export const longLength = 8000;
/** Minimum length of a cut text: an earlier line or word break would leave less than a clamped card shows. */
const leastLength = longLength / 2;

/**
 * Returns the beginning of a long text with an ellipsis. Cuts after a whole line if that leaves at least half
 * of `longLength`, otherwise after a whole word, otherwise at the limit.
 */
export function beginning(content: string): string {
  const start = content.slice(0, longLength);
  const line = start.lastIndexOf("\n");
  const word = start.search(lastBlank);
  const end = line >= leastLength ? line : word >= leastLength ? word : longLength;
  return `${withoutHalf(start.slice(0, end))} …`;
}

const lastBlank = /\s\S*$/u;

/** Removes a trailing high surrogate, to avoid cutting a character in half. */
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
