/**
 * The longest transcript that is written into a memo, in UTF-16 units. Three hours of speech in English, a
 * multiple of what is recorded here until a recording has the 25 MB that are transcribed; in any script it
 * leaves room in the 1 MiB that a memo may have at first. What is longer is no speech: a provider repeats
 * itself, or is none.
 */
export const longestTranscript = 200_000;

/** What is written of a transcript, and what of it is too much. */
interface SplitTranscript {
  readonly words: string;
  readonly rest: string;
}

/** Parts a transcript at the limit, between two words where there are any near it. */
export function splitTranscript(said: string, longest = longestTranscript): SplitTranscript {
  const words = said.trim();
  if (words.length <= longest) return { words, rest: "" };
  const start = words.slice(0, longest);
  const blank = start.search(/\s\S*$/u);
  const isInPair = /[\uD800-\uDBFF]$/.test(start);
  const end = blank > longest / 2 ? blank : isInPair ? longest - 1 : longest;
  return { words: words.slice(0, end), rest: words.slice(end).trim() };
}

/** What could begin or end something within a line: a mark, a tag, a mention, a formula, an address. */
const inLine =
  /[\\`*[\]<$|]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|[~=](?=[~=])|(?<=[~=])[~=]|#(?=[^\s#])|&(?=#?\w+;)|(?<![\p{L}\p{N}])@(?=\w)/gu;
/** What could begin a block, once nothing in the line is a mark. */
const atStart = /^(?:#(?=#*(?:\s|$))|[-+](?=[\s-]|$)|=(?=\s*$)|>|:(?=-)|\d{1,9}(?=[.)](?:\s|$)))/u;

/**
 * What somebody said as the text of a memo: words, and nothing that Markdown would make of them. What a
 * provider sends is a stranger's: a line of it begins no heading or list, names no tag and links nowhere
 * but where a plain address does.
 */
export function asWords(said: string): string {
  return said
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => escapeLine(line.trim()))
    .join("\n")
    .trim();
}

function escapeLine(line: string): string {
  const first = atStart.exec(line)?.[0] ?? "";
  const rest = line.slice(first.length).replaceAll(inLine, String.raw`\$&`);
  // Of a number it is the point behind it that counts.
  return first === "" ? rest : /^\d/.test(first) ? `${first}\\${rest}` : `\\${first}${rest}`;
}
