/**
 * Maximum length of a transcript that is written into a memo, in UTF-16 units. It is three hours of English
 * speech, a multiple of a recording with the 25 MB that can be transcribed. In any script it fits into the 1
 * MiB that a new memo may have. A longer one isn't speech: the provider repeats itself, or doesn't
 * transcribe.
 */
export const longestTranscript = 200_000;

/** Part of a transcript that is written, and the rest beyond the limit. */
interface SplitTranscript {
  readonly words: string;
  readonly rest: string;
}

/** Splits a transcript at the limit, between two words if there is a space near it. */
export function splitTranscript(said: string, longest = longestTranscript): SplitTranscript {
  const words = said.trim();
  if (words.length <= longest) return { words, rest: "" };
  const start = words.slice(0, longest);
  const blank = start.search(/\s\S*$/u);
  const isInPair = /[\uD800-\uDBFF]$/.test(start);
  const end = blank > longest / 2 ? blank : isInPair ? longest - 1 : longest;
  return { words: words.slice(0, end), rest: words.slice(end).trim() };
}

/**
 * Matches characters that could begin or end inline syntax: a mark, a tag, a mention, a formula, an address.
 */
const inLine =
  /[\\`*[\]<$|]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|[~=](?=[~=])|(?<=[~=])[~=]|#(?=[^\s#])|&(?=#?\w+;)|(?<![\p{L}\p{N}])@(?=\w)/gu;
/** Matches characters that could begin a block, after inline syntax is escaped. */
const atStart = /^(?:#(?=#*(?:\s|$))|[-+](?=[\s-]|$)|=(?=\s*$)|>|:(?=-)|\d{1,9}(?=[.)](?:\s|$)))/u;

/**
 * Escapes a transcript to plain text in Markdown. A provider's answer isn't trusted: a line of it must not
 * begin a heading or a list, name a tag, or contain a link other than a plain address.
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
  // In a number, the character after it is escaped.
  return first === "" ? rest : /^\d/.test(first) ? `${first}\\${rest}` : `\\${first}${rest}`;
}
