import { parseInstant } from "../time/rfc3339.ts";
import { readDay, utcDayStart } from "./values/days.ts";

/** One word of a search with its position. */
export interface SearchWord {
  readonly isNegated: boolean;
  readonly isQuoted: boolean;
  /** Without sign and quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Meaning of a word: a CEL condition, text, or unknown if it looks like an operator but isn't one. `isBegun`:
 * more typing could make it an operator.
 */
export type WordMeaning =
  | { readonly kind: "operator"; readonly cel: string }
  | { readonly kind: "text" }
  | { readonly kind: "unknown"; readonly suggestion: string; readonly isBegun: boolean };

/** The values of `is:`, and their CEL. */
export const isTerms: ReadonlyMap<string, string> = new Map([
  ["pinned", "pinned"],
  ["private", 'visibility == "PRIVATE"'],
  ["protected", 'visibility == "PROTECTED"'],
  ["public", 'visibility == "PUBLIC"'],
  ["space", 'visibility == "SPACE"'],
]);

/** The values of `has:`, and their CEL. */
export const hasTerms: ReadonlyMap<string, string> = new Map([
  ["open", "has_incomplete_tasks"],
  ["task", "has_task_list"],
  ["link", "has_link"],
  ["code", "has_code"],
  ["place", "has_location"],
]);

/** Comparison that each time prefix makes. */
export const timeTerms: ReadonlyMap<string, string> = new Map([
  ["after", "created_ts >="],
  ["before", "created_ts <"],
  ["edited", "updated_ts >="],
]);

const flagTerms: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ["is", isTerms],
  ["has", hasTerms],
]);
const prefixes = [...flagTerms.keys(), ...timeTerms.keys()];
/** Prefixes that users of other apps may type. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["since", "after"],
  ["until", "before"],
  ["changed", "edited"],
  ["updated", "edited"],
]);
const usualTime = "7d";

/** Returns the CEL after a leading `=` with its position; null for words. */
export function rawCel(text: string): { readonly cel: string; readonly start: number } | null {
  const [lead] = /^\s*=\s*/.exec(text) ?? [];
  return lead === undefined ? null : { cel: text.slice(lead.length).trim(), start: lead.length };
}

/**
 * Returns the words of a search in order. Unquoted words end at white space; no other text is lost. Quotes
 * may be typographic.
 */
export function readWords(text: string): SearchWord[] {
  const words: SearchWord[] = [];
  // Replaces the same characters as in stored texts (M1), keeping the length.
  const normal = text.replaceAll("\0", "\uFFFD").toWellFormed();
  const pattern =
    /(-?)(?:"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|[“”„‟＂]([^“”„‟＂"]*)(?:[“”„‟＂"]|$)|[«»]([^«»]*)(?:[«»]|$))|(\S+)/gu;
  for (const match of normal.matchAll(pattern)) {
    const [whole, sign = "", plain, curly, angled, bare = ""] = match;
    const place = { start: match.index, end: match.index + whole.length };
    const quoted = plain ?? curly ?? angled;
    if (quoted !== undefined) {
      const unescaped = plain === undefined ? quoted : quoted.replaceAll(/\\(["\\])/g, "$1");
      if (unescaped !== "") {
        words.push({ isNegated: sign !== "", isQuoted: true, text: unescaped, ...place });
      }
      continue;
    }
    const isNegated = bare.startsWith("-") && bare.length > 1;
    words.push({ isNegated, isQuoted: false, text: isNegated ? bare.slice(1) : bare, ...place });
  }
  return words;
}

/** Returns the meaning of a word. Prefixes and their values ignore case. */
export function meaningOf({ text, isQuoted }: Pick<SearchWord, "text" | "isQuoted">): WordMeaning {
  if (isQuoted) return { kind: "text" };
  if (text.startsWith("#")) {
    const cel = tagToCel(text.slice(1));
    return cel === null ? { kind: "text" } : { kind: "operator", cel };
  }
  const [, typed = "", value = ""] = /^([a-z]+):(.*)$/isu.exec(text) ?? [];
  if (typed === "") return { kind: "text" };
  const prefix = typed.toLowerCase();
  if (!prefixes.includes(prefix)) return misspelt(prefix, value);
  const cel = celOf(prefix, value);
  if (cel !== null) return { kind: "operator", cel };
  const suggestion = `${prefix}:${nearestValue(prefix, value) ?? usualValue(prefix)}`;
  return { kind: "unknown", suggestion, isBegun: isBegun(prefix, value.toLowerCase()) };
}

/** Returns the CEL of `#tag` or `#tag/*`, passed without the `#`; null if it isn't a tag. */
export function tagToCel(typed: string): string | null {
  const tag = typed.normalize();
  const parent = /^(.+)\/\*$/su.exec(tag)?.[1];
  if (parent !== undefined) {
    return `tags.exists(t, t == ${quote(parent)} || t.startsWith(${quote(`${parent}/`)}))`;
  }
  return tag === "" ? null : `${quote(tag)} in tags`;
}

/** Quotes a CEL string. For well-formed text, JSON escapes are CEL escapes. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

function celOf(prefix: string, value: string): string | null {
  const comparison = timeTerms.get(prefix);
  if (comparison !== undefined) return timeToCel(comparison, value);
  return flagTerms.get(prefix)?.get(value.toLowerCase()) ?? null;
}

function timeToCel(comparison: string, value: string): string | null {
  const hours = spanHours(value.toLowerCase());
  if (hours !== null) return `${comparison} now - duration("${hours}h")`;
  const day = value.toLowerCase();
  if (readDay(day, 0, utcDayStart) !== null) return `${comparison} day("${day}")`;
  return parseInstant(value) === null ? null : `${comparison} timestamp("${value}")`;
}

function spanHours(value: string): number | null {
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(value) ?? [];
  if (count === undefined) return null;
  return Number(count) * (unit === "h" ? 1 : unit === "d" ? 24 : 168);
}

/**
 * Returns a suggestion for an unknown prefix that resembles a known one and has a value of it, most likely a
 * typo. Other text before a colon is plain text, such as an address or a time of day.
 */
function misspelt(prefix: string, value: string): WordMeaning {
  if ((prefix === "tag" || prefix === "tags") && /^[^/\s]/u.test(value)) {
    return { kind: "unknown", suggestion: `#${value.replace(/^#/, "")}`, isBegun: false };
  }
  const meant =
    otherNames.get(prefix) ??
    (prefix.length < 2 ? undefined : prefixes.find((each) => distance(prefix, each) === 1));
  const nearest = meant === undefined ? null : nearestValue(meant, value);
  if (nearest === null) return { kind: "text" };
  return { kind: "unknown", suggestion: `${meant}:${nearest}`, isBegun: false };
}

/**
 * Returns the intended value: the value itself, one that starts with it, or one a typo or two away. Returns
 * null if there is none.
 */
function nearestValue(prefix: string, value: string): string | null {
  if (celOf(prefix, value) !== null) return value;
  const typed = value.toLowerCase().slice(0, longestValue);
  if (typed === "") return null;
  const values = valuesOf(prefix);
  const begun = values.find((each) => each.startsWith(typed));
  if (begun !== undefined) return begun;
  const slips = typed.length < 4 ? 1 : 2;
  return (
    values
      .map((each) => ({ each, off: distance(typed, each) }))
      .filter(({ off, each }) => off <= slips && off < each.length - 1)
      .toSorted((one, other) => one.off - other.off)[0]?.each ?? null
  );
}

const longestValue = 20;

function valuesOf(prefix: string): readonly string[] {
  return [...(flagTerms.get(prefix)?.keys() ?? ["today", "yesterday"])];
}

function usualValue(prefix: string): string {
  return valuesOf(prefix).find((each) => each !== "today" && each !== "yesterday") ?? usualTime;
}

/** Returns true if more letters could make it a valid value. */
function isBegun(prefix: string, value: string): boolean {
  if (valuesOf(prefix).some((each) => each.startsWith(value))) return true;
  return timeTerms.has(prefix) && /^\d{1,4}(?:-(?:\d{1,2}(?:-\d?)?)?)?$/.test(value);
}

/** Returns the number of letters that were left out, added, replaced or swapped with the next one. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
