import type { Token } from "markdown-it";
import { isLineBreak } from "./plain-text.ts";
import { isWrapped } from "./wrapped-lines.ts";

/**
 * Returns the line breaks at which an editor wrapped the text, each with its replacement. The replacement is
 * a line end, which is shown as a blank, or nothing between two characters of a script without blanks. Hard
 * breaks by the writer split a paragraph into pieces that are examined separately. Rules M2–M2d.
 */
export function joinedBreaks(tokens: readonly Token[]): ReadonlyMap<Token, "\n" | ""> {
  const joined = new Map<Token, "\n" | "">();
  tokens.forEach((token, at) => {
    if (token.type !== "inline" || tokens[at - 1]?.type !== "paragraph_open") return;
    if (token.content.includes("\n")) joinInParagraph(token, joined);
  });
  return joined;
}

/** Returns true if a line ends in a hard break: two blanks, a backslash or `<br>`. */
function endsHard(line: string): boolean {
  if (line.endsWith("  ")) return true;
  let backslashes = 0;
  while (line.at(-1 - backslashes) === "\\") backslashes++;
  // Two backslashes are an escaped one.
  return backslashes % 2 === 1 || /<br\s?\/?> ?$/i.test(line.slice(-8));
}

/** Returns the lines of a paragraph, grouped by its hard breaks. */
function pieces(content: string): readonly (readonly string[])[] {
  const found: string[][] = [[]];
  for (const line of content.split("\n")) {
    found.at(-1)!.push(line);
    if (endsHard(line)) found.push([]);
  }
  return found;
}

function joinInParagraph(paragraph: Token, joined: Map<Token, "\n" | "">): void {
  const areWrapped = pieces(paragraph.content).map(isWrapped);
  if (!areWrapped.includes(true)) return;
  const children = paragraph.children ?? [];
  let piece = 0;
  children.forEach((child, at) => {
    if (child.type === "hardbreak") piece++;
    if (child.type !== "softbreak") return;
    const previous = children[at - 1];
    if (previous?.type === "html_inline" && isLineBreak(previous.content)) piece++;
    else if (areWrapped[piece] === true) joined.set(child, joint(children, at));
  });
}

/** Scripts that don't separate words by blanks; Korean does. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

function joint(children: readonly Token[], at: number): "\n" | "" {
  const before = neighbour(children, at, -1).at(-1) ?? "";
  const after = neighbour(children, at, 1).at(0) ?? "";
  return UNSPACED.test(before) && UNSPACED.test(after) ? "" : "\n";
}

/** Returns the characters beside a break, which may be inside emphasis or a link. */
function neighbour(children: readonly Token[], at: number, step: 1 | -1): readonly string[] {
  let next = at + step;
  while (children[next]?.content === "" && children[next]?.type.endsWith("break") === false) {
    next += step;
  }
  const content = children[next]?.content ?? "";
  return [...(step === 1 ? content.slice(0, 2) : content.slice(-2))];
}
