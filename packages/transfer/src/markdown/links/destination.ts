/** Destination of a link: the address as written, its place in the text, and the end of the link. */
export interface Destination {
  readonly raw: string;
  readonly from: number;
  /** End of the address with its angle brackets. */
  readonly to: number;
  /** Offset behind the link. */
  readonly end: number;
}

const maxTitle = 1000;
const maxDepth = 32;
const inAngles = /<((?:\\[^\n]|[^\\<>\n]){0,4000})>/y;
const blanks = /[ \t]{0,100}(?:\n[ \t]{0,100})?/y;
const titles = new RegExp(
  [
    String.raw`"(?:\\[^]|[^"\\]){0,${maxTitle}}"`,
    String.raw`'(?:\\[^]|[^'\\]){0,${maxTitle}}'`,
    String.raw`\((?:\\[^]|[^()\\]){0,${maxTitle}}\)`,
  ].join("|"),
  "y",
);

/** Reads `(address "title")` at an offset, as CommonMark does. Returns null if it isn't a destination. */
export function readDestination(text: string, open: number): Destination | null {
  const found = readAddress(text, open + 1);
  if (found === null) return null;
  const end = afterTitle(text, found.to);
  return text[end] === ")" ? { ...found, end: end + 1 } : null;
}

/** Reads the address behind `[name]:` of a reference definition at an offset. */
export function readDefinition(text: string, at: number): Omit<Destination, "end"> | null {
  const found = readAddress(text, at);
  return found === null || found.to === found.from ? null : found;
}

/**
 * Reads `(a path with blanks.png)` on one line, which isn't a link in CommonMark, but which other programs
 * write. A title at its end isn't part of the path.
 */
export function readLooseDestination(text: string, open: number): Destination | null {
  const limit = Math.min(text.length, open + maxTitle);
  let depth = 0;
  for (let at = open; at < limit && text[at] !== "\n"; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    if (depth > maxDepth) return null;
    if (depth > 0) continue;
    const inside = text.slice(open + 1, at);
    const raw = withoutTitle(inside.trim());
    if (raw === "") return null;
    const from = open + 1 + inside.length - inside.trimStart().length;
    return { raw, from, to: from + raw.length, end: at + 1 };
  }
  return null;
}

/** Removes a title in quotes behind a blank from a trimmed text. */
function withoutTitle(text: string): string {
  const quote = text.at(-1) ?? "";
  const open = text.lastIndexOf(quote, text.length - 2);
  const isTitle = /["']/.test(quote) && open > 0 && /\s/.test(text[open - 1]!);
  return isTitle ? text.slice(0, open).trimEnd() : text;
}

function readAddress(text: string, at: number): Omit<Destination, "end"> | null {
  const from = at + match(blanks, text, at).length;
  if (text[from] === "<") {
    const whole = match(inAngles, text, from);
    if (whole === "") return null;
    return { raw: whole.slice(1, -1), from, to: from + whole.length };
  }
  const to = endOfPlain(text, from);
  return to < 0 ? null : { raw: text.slice(from, to), from, to };
}

/** Returns the end of an address without angle brackets, or −1 if its parentheses don't match. */
function endOfPlain(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x7f) return depth === 0 ? at : -1;
    if (code === 0x5c && at + 1 < text.length && /[!-/:-@[-`{-~]/.test(text[at + 1]!)) at += 1;
    else if (code === 0x28 && ++depth > maxDepth) return -1;
    else if (code === 0x29 && --depth < 0) return at;
  }
  return depth === 0 ? text.length : -1;
}

/** Returns the offset behind an optional title and the blanks around it. */
function afterTitle(text: string, at: number): number {
  const gap = match(blanks, text, at).length;
  const title = gap === 0 ? "" : match(titles, text, at + gap);
  if (title === "" || /\n[ \t]*\n/.test(title)) return at + gap;
  const end = at + gap + title.length;
  return end + match(blanks, text, end).length;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
