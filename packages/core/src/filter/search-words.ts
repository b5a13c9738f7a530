import { parseCel, type CelNode } from "./parse/parse-cel.ts";
import { needleOf } from "./values/same-letters.ts";
import { FilterRefusal } from "./parse/filter-refusal.ts";
import {
  hasTerms,
  isTerms,
  meaningOf,
  quote,
  rawCel,
  readWords,
  type SearchWord,
  tagToCel,
  timeTerms,
} from "./search-operators.ts";

/**
 * Converts the text of a search box to CEL. Accepts any text; returns "" if there is nothing to search for.
 * Text after a leading `=` is CEL as typed, and may be refused later. Words are joined by &&. Forms, each
 * also with a leading `-` for not:
 *
 * - `word`, `"two words"` (`\"` and `\\` inside quotes): content has the same letters.
 * - `#tag`, `#tag/*`: that tag; that tag and its subtags.
 * - `is:` pinned private protected public space; `has:` task open link code place.
 * - `after:` `before:` `edited:` with a day of the reader (a date, `today`, `yesterday`), a time, or a span
 *   (`7d 12h 2w`).
 *
 * A prefix with an unknown value, or a typo of a prefix, is ignored; `readSearch` reports it. In quotes it is
 * plain text.
 */
export function wordsToFilter(text: string): { readonly cel: string } {
  const raw = rawCel(text);
  if (raw !== null) return { cel: raw.cel };
  const parts = readWords(text).map(wordToCel);
  return { cel: parts.filter((part) => part !== null).join(" && ") };
}

/**
 * Returns the texts that content is searched for, as typed, for highlighting. Leaves out negated ones. Leaves
 * out single letters, which are too frequent, except in scripts where one letter can be a word.
 */
export function searchTerms(text: string): string[] {
  if (rawCel(text) !== null) return [];
  const terms = readWords(text).flatMap((word) => {
    const isMarked = meaningOf(word).kind === "text" && !word.isNegated && isTerm.test(word.text);
    return isMarked ? [word.text] : [];
  });
  return [...new Set(terms)];
}

const isTerm = /^(?:[\s\S]{2,}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])$/u;

/**
 * Inverts `wordsToFilter`: returns words that give a filter of the same meaning. Returns null if there are
 * none; `=` before the CEL then expresses it. "" gives "". Converting the returned words to CEL and back
 * gives the same words.
 */
export function filterToWords(cel: string): string | null {
  if (cel.trim() === "") return "";
  try {
    const words = conjuncts(parseCel(cel)).map(nodeToWord);
    if (words.some((word) => word === null)) return null;
    return words.join(" ");
  } catch (error) {
    if (error instanceof FilterRefusal) return null;
    throw error;
  }
}

/** Returns null for a word that a search ignores. */
function wordToCel(word: SearchWord): string | null {
  const meaning = meaningOf(word);
  if (meaning.kind === "unknown") return null;
  const isText = meaning.kind === "text";
  if (isText && needleOf(word.text).text.trim() === "" && word.text.trim() !== "") return null;
  const cel = isText ? `content.finds(${quote(word.text)})` : meaning.cel;
  if (!word.isNegated) return cel;
  return isText || /^[a-z_]+$/.test(cel) ? `!${cel}` : `!(${cel})`;
}

function conjuncts(root: CelNode): CelNode[] {
  const parts: CelNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "&&") waiting.push(node.args[1], node.args[0]);
    else parts.push(node);
  }
  return parts;
}

function nodeToWord(node: CelNode): string | null {
  if (node.op === "!_") {
    const positive = node.args.op === "!_" ? null : nodeToWord(node.args);
    return positive === null ? null : `-${positive}`;
  }
  return flagToWord(node) ?? textToWord(node) ?? tagToWord(node) ?? timeToWord(node);
}

function flagToWord(node: CelNode): string | null {
  for (const [prefix, terms] of [
    ["is", isTerms],
    ["has", hasTerms],
  ] as const) {
    for (const [value, cel] of terms) {
      if (node.op === "id" && node.args === cel) return `${prefix}:${value}`;
      if (node.op !== "==" || node.args[0].op !== "id") continue;
      const compared = textOf(node.args[1]);
      if (compared !== null && `${node.args[0].args} == ${quote(compared)}` === cel) {
        return `${prefix}:${value}`;
      }
    }
  }
  return null;
}

function textToWord(node: CelNode): string | null {
  if (node.op !== "rcall" || node.args[0] !== "finds") return null;
  const [, receiver, [argument]] = node.args;
  const text = argument === undefined ? null : textOf(argument);
  if (receiver.op !== "id" || receiver.args !== "content" || text === null || text === "")
    return null;
  return readsBack(text) && meaningOf({ isQuoted: false, text }).kind === "text"
    ? text
    : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

function tagToWord(node: CelNode): string | null {
  let tag: string | null = null;
  if (node.op === "in" && node.args[1].op === "id" && node.args[1].args === "tags") {
    tag = textOf(node.args[0]);
    if (tag?.endsWith("/*") === true) return null;
  } else tag = hierarchyTag(node);
  if (tag === null || tag === "") return null;
  const word = `#${tag.normalize()}`;
  return readsBack(word) ? word : null;
}

/**
 * Returns the `name/*` of `tags.exists(t, t == "name" || t.startsWith("name/"))`, comparing with the
 * generated CEL.
 */
function hierarchyTag(node: CelNode): string | null {
  if (node.op !== "rcall" || node.args[0] !== "exists") return null;
  const body = node.args[2][1];
  if (body?.op !== "||" || body.args[0].op !== "==") return null;
  const parent = textOf(body.args[0].args[1]);
  if (parent === null) return null;
  const source = node.input.slice(node.start, node.end);
  return source === tagToCel(`${parent}/*`) ? `${parent}/*` : null;
}

function timeToWord(node: CelNode): string | null {
  if (node.op !== ">=" && node.op !== "<") return null;
  const [field, bound] = node.args;
  if (field.op !== "id") return null;
  const prefix = timePrefixes.get(`${field.args} ${node.op}`);
  if (prefix === undefined) return null;
  const source = node.input.slice(bound.start, bound.end);
  const hours = /^now - duration\("(\d{1,6})h"\)$/.exec(source)?.[1];
  const instant = /^(?:timestamp|day)\("([^"\\]+)"\)$/.exec(source)?.[1];
  const value = hours === undefined ? instant : hoursToSpan(Number(hours));
  if (value === undefined) return null;
  const word = `${prefix}:${value}`;
  return meaningOf({ isQuoted: false, text: word }).kind === "operator" ? word : null;
}

const timePrefixes: ReadonlyMap<string, string> = new Map(
  Array.from(timeTerms, ([prefix, comparison]) => [comparison, prefix]),
);

function hoursToSpan(hours: number): string {
  return hours > 0 && hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

function textOf(node: CelNode): string | null {
  return node.op === "value" && typeof node.args === "string" ? node.args : null;
}

/** Returns true if a text parses as one word with the same text: no sign, no quotes, no CEL. */
function readsBack(typed: string): boolean {
  const [first, ...others] = rawCel(typed) === null ? readWords(typed) : [];
  return others.length === 0 && first?.text === typed && !first.isNegated && !first.isQuoted;
}
