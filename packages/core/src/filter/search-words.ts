import { parseInstant } from "../time/rfc3339.ts";
import { parseCel, type CelNode } from "./parse/parse-cel.ts";
import { FilterRefusal } from "./parse/filter-refusal.ts";

/**
 * Turns what people type into a search box into CEL. Total: any text gives a filter; "" when there
 * is nothing to search for. Text after a leading `=` is CEL as typed, and may be refused later.
 * Words are joined by &&. The forms, each also with a leading `-` for not:
 *
 * - `word`, `"two words"` (`\"` and `\\` inside quotes): content contains it.
 * - `#tag`, `#tag/*`: that tag; that tag and all under it.
 * - `is:` pinned private protected public space; `has:` task open link code place.
 * - `after:` `before:` `edited:` with a date, a time, `today`, `yesterday`, or a span (`7d 12h 2w`).
 *
 * A prefix with an unknown value is an ordinary word.
 */
export function wordsToFilter(text: string): { readonly cel: string } {
  const raw = rawCel(text);
  if (raw !== null) return { cel: raw };
  return { cel: readWords(text).map(wordToCel).join(" && ") };
}

/** The texts that content is searched for, as typed; for highlighting. Negated ones are left out. */
export function searchTerms(text: string): string[] {
  if (rawCel(text) !== null) return [];
  const terms = readWords(text).flatMap((word) => {
    const isText = word.isQuoted || termToCel(word.text) === null;
    return isText && !word.isNegated && word.text !== "" ? [word.text] : [];
  });
  return [...new Set(terms)];
}

/**
 * The inverse of `wordsToFilter`: words that give a filter of the same meaning, or null when there
 * are none (then `=` before the CEL says it). "" gives "". `wordsToFilter` of the answer gives CEL
 * for which the answer is the same again.
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

interface Word {
  readonly isNegated: boolean;
  readonly isQuoted: boolean;
  readonly text: string;
}

function rawCel(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.startsWith("=") ? trimmed.slice(1).trim() : null;
}

function readWords(text: string): Word[] {
  const words: Word[] = [];
  const pattern = /(-?)"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|(\S+)/gu;
  for (const [, sign = "", quoted, bare = ""] of text.toWellFormed().matchAll(pattern)) {
    if (quoted !== undefined) {
      const unescaped = quoted.replaceAll(/\\(["\\])/g, "$1");
      if (unescaped !== "") words.push({ isNegated: sign !== "", isQuoted: true, text: unescaped });
      continue;
    }
    const isNegated = bare.startsWith("-") && bare.length > 1;
    words.push({ isNegated, isQuoted: false, text: isNegated ? bare.slice(1) : bare });
  }
  return words;
}

function wordToCel(word: Word): string {
  const term = word.isQuoted ? null : termToCel(word.text);
  const cel = term ?? `content.contains(${quote(word.text)})`;
  if (!word.isNegated) return cel;
  return /^[a-z_]+$|^[a-z]+\.[a-z]+\([^()]*\)$/.test(cel) || term === null
    ? `!${cel}`
    : `!(${cel})`;
}

/** The CEL of a word with a meaning of its own; null for a word that is text. */
function termToCel(word: string): string | null {
  if (word.startsWith("#")) return tagToCel(word.slice(1));
  const colon = word.indexOf(":");
  const value = word.slice(colon + 1);
  switch (word.slice(0, Math.max(colon, 0))) {
    case "is":
      return isTerms.get(value) ?? null;
    case "has":
      return hasTerms.get(value) ?? null;
    case "after":
      return timeToCel("created_ts >=", value);
    case "before":
      return timeToCel("created_ts <", value);
    case "edited":
      return timeToCel("updated_ts >=", value);
    default:
      return null;
  }
}

const isTerms: ReadonlyMap<string, string> = new Map([
  ["pinned", "pinned"],
  ["private", 'visibility == "PRIVATE"'],
  ["protected", 'visibility == "PROTECTED"'],
  ["public", 'visibility == "PUBLIC"'],
  ["space", 'visibility == "SPACE"'],
]);

const hasTerms: ReadonlyMap<string, string> = new Map([
  ["task", "has_task_list"],
  ["open", "has_incomplete_tasks"],
  ["link", "has_link"],
  ["code", "has_code"],
  ["place", "has_location"],
]);

function tagToCel(tag: string): string | null {
  const parent = /^(.+)\/\*$/su.exec(tag)?.[1];
  if (parent !== undefined) {
    return `tags.exists(t, t == ${quote(parent)} || t.startsWith(${quote(`${parent}/`)}))`;
  }
  return tag === "" ? null : `${quote(tag)} in tags`;
}

function timeToCel(comparison: string, value: string): string | null {
  const hours = spanHours(value);
  if (hours !== null) return `${comparison} now - duration("${hours}h")`;
  const midnight = `${value}T00:00:00Z`;
  const instant = parseInstant(midnight) === null ? value : midnight;
  if (parseInstant(instant) === null) return null;
  return `${comparison} timestamp("${instant}")`;
}

function spanHours(value: string): number | null {
  if (value === "today") return 24;
  if (value === "yesterday") return 48;
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(value) ?? [];
  if (count === undefined) return null;
  return Number(count) * (unit === "h" ? 1 : unit === "d" ? 24 : 168);
}

/** JSON escapes are CEL escapes, of well-formed text. */
function quote(text: string): string {
  return JSON.stringify(text);
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
  if (node.op !== "rcall" || node.args[0] !== "contains") return null;
  const [, receiver, [argument]] = node.args;
  const text = argument === undefined ? null : textOf(argument);
  if (receiver.op !== "id" || receiver.args !== "content" || text === null || text === "")
    return null;
  return readsBack(text, { isNegated: false, isQuoted: false, text }) && termToCel(text) === null
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
  const word = `#${tag}`;
  return readsBack(word, { isNegated: false, isQuoted: false, text: word }) ? word : null;
}

/** The `name/*` of `tags.exists(t, t == "name" || t.startsWith("name/"))`, found by writing it again. */
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
  const instant = /^timestamp\("([^"\\]+)"\)$/.exec(source)?.[1];
  const value = hours === undefined ? instant : hoursToSpan(Number(hours));
  if (value === undefined) return null;
  const word = `${prefix}:${value.replace(/T00:00:00Z$/, "")}`;
  return termToCel(word) === null ? null : word;
}

const timePrefixes: ReadonlyMap<string, string> = new Map([
  ["created_ts >=", "after"],
  ["created_ts <", "before"],
  ["updated_ts >=", "edited"],
]);

function hoursToSpan(hours: number): string {
  return hours > 0 && hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

function textOf(node: CelNode): string | null {
  return node.op === "value" && typeof node.args === "string" ? node.args : null;
}

function readsBack(typed: string, word: Word): boolean {
  const [first, ...others] = rawCel(typed) === null ? readWords(typed) : [];
  return (
    others.length === 0 &&
    first?.text === word.text &&
    first.isNegated === word.isNegated &&
    first.isQuoted === word.isQuoted
  );
}
