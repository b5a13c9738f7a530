const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?()[\]{}]/gi;

/** Returns the URLs in a text, without the punctuation of a sentence after them. */
export function addressesIn(text: string): string[] {
  return text.match(address) ?? [];
}

/**
 * Returns Markdown that shows a plain text as it is written, line by line. Escapes only what Markdown would
 * read as something else. `tags` are names in lower case that stay tags.
 */
export function asMarkdown(text: string, tags: ReadonlySet<string> = new Set()): string {
  const marks = marksIn(text);
  return text
    .split("\n")
    .map((line) => escapedLine(line, marks, tags))
    .join("\n");
}

/** Like `asMarkdown`, for words within a line. */
export function inlineMarkdown(text: string, tags: ReadonlySet<string> = new Set()): string {
  return escapedInline(text, marksIn(text), tags);
}

/** Marks that only work in pairs, or with another one, and that a text has. */
interface Marks {
  readonly hasDollars: boolean;
  readonly hasLinks: boolean;
}

function marksIn(text: string): Marks {
  return {
    hasDollars: text.indexOf("$") !== text.lastIndexOf("$"),
    hasLinks: /\][([:]|\[\^/.test(text),
  };
}

/** Beginnings of lines that would be a heading, a list, a quote, a rule, a table or an underline. */
const blockMarks = [
  /^()(#{1,6})(?=[ \t]|$)/,
  /^()([-+*])(?=[ \t]|$)/,
  /^(\d{1,9})([.)])(?=[ \t]|$)/,
  /^()(>)/,
  /^()([-=_])(?=[-=_ \t]*$)/,
  /^()([|:-])(?=[-:| \t]*-[-:| \t]*$)/,
];

function escapedLine(line: string, marks: Marks, tags: ReadonlySet<string>): string {
  const [indent = ""] = /^[ \t\u00a0]*/.exec(line) ?? [];
  const rest = line.slice(indent.length).trimEnd();
  if (rest === "") return "";
  const lead = indent.replaceAll("\t", "    ");
  // Four blanks would begin code.
  const shown = lead.length > 3 ? lead.replaceAll(" ", "\u00a0") : lead;
  for (const mark of blockMarks) {
    const [whole, before = "", sign = ""] = mark.exec(rest) ?? [];
    if (whole === undefined) continue;
    const inner = escapedInline(rest.slice(whole.length), marks, tags);
    return `${shown}${before}\\${sign}${inner}`;
  }
  return shown + escapedInline(rest, marks, tags);
}

/** Characters and runs that may mean something within a line. */
const special =
  /\\(?=[!-/:-@[-`{-~]|$)|`|\*|_|~~+|==+|\$|[[\]]|<|&(?=#?[a-z0-9]{1,40};)|#(?=[\p{L}\p{N}\p{S}_])/giu;

function escapedInline(text: string, marks: Marks, tags: ReadonlySet<string>): string {
  let done = 0;
  let result = "";
  for (const found of text.matchAll(address)) {
    result += escapedWords(text, done, found.index, marks, tags);
    done = found.index + found[0].length;
    result += found[0];
  }
  return result + escapedWords(text, done, text.length, marks, tags);
}

function escapedWords(
  text: string,
  from: number,
  to: number,
  { hasDollars, hasLinks }: Marks,
  tags: ReadonlySet<string>,
): string {
  return text.slice(from, to).replaceAll(special, (mark, offset: number) => {
    const at = from + offset;
    const [before = " ", after = " "] = [text[at - 1], text[at + mark.length]];
    const isBetweenBlanks = /\s/.test(before) && /\s/.test(after);
    if (mark === "$" && !hasDollars) return mark;
    if ((mark === "[" || mark === "]") && !hasLinks) return mark;
    if ((mark === "*" || mark === "_") && isBetweenBlanks) return mark;
    if (mark === "_" && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)) return mark;
    if (mark === "<" && !/[a-z/!?]/i.test(after)) return mark;
    if (mark === "#") {
      const [word = ""] = /^[^\s#.,;:!?()]+/u.exec(text.slice(at + 1, at + 101)) ?? [];
      return tags.has(word.toLowerCase()) ? mark : `\\${mark}`;
    }
    return [...mark].map((character) => `\\${character}`).join("");
  });
}
