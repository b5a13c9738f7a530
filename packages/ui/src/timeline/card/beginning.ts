/** Beyond this length only the beginning is rendered until more is asked for. */
export const longLength = 8000;
/** A break earlier than here would leave less than a cut-off card has room for. */
const leastLength = longLength / 2;

/**
 * The beginning of a long text: whole lines, where that leaves enough of it; else whole words, as of one
 * paragraph that is longer than all that is shown.
 */
export function beginning(content: string): string {
  const start = content.slice(0, longLength);
  const line = start.lastIndexOf("\n");
  const word = start.search(lastBlank);
  const end = line >= leastLength ? line : word >= leastLength ? word : longLength;
  return `${withoutHalf(start.slice(0, end))} …`;
}

const lastBlank = /\s\S*$/u;

/** A character of two units is not cut in half. */
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
