import { parseInstant } from "../time/rfc3339.ts";

/** One word of a search as it was typed, and where it stands. */
export interface SearchWord {
  readonly isNegated: boolean;
  readonly isQuoted: boolean;
  /** Without sign and quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What a word asks for: CEL of its own; the text that it is; or nothing, because it looks like an
 * operator and is none. `isBegun`: typed further it could still become one.
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

/** Which comparison of a time each prefix makes. */
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
/** What people write who come from elsewhere. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["since", "after"],
  ["until", "before"],
  ["changed", "edited"],
  ["updated", "edited"],
]);
const usualTime = "7d";

/** The CEL after a leading `=`, and where it begins; null for words. */
export function rawCel(text: string): { readonly cel: string; readonly start: number } | null {
  const [lead] = /^\s*=\s*/.exec(text) ?? [];
  return lead === undefined ? null : { cel: text.slice(lead.length).trim(), start: lead.length };
}

/** The words of a search in their order. Nothing is lost: what is not quoted ends at a blank. */
export function readWords(text: string): SearchWord[] {
  const words: SearchWord[] = [];
  // As texts are stored (M1), and of the same length.
  const normal = text.replaceAll("\0", "\uFFFD").toWellFormed();
  const pattern = /(-?)"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|(\S+)/gu;
  for (const match of normal.matchAll(pattern)) {
    const [whole, sign = "", quoted, bare = ""] = match;
    const place = { start: match.index, end: match.index + whole.length };
    if (quoted !== undefined) {
      const unescaped = quoted.replaceAll(/\\(["\\])/g, "$1");
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

/** What a word asks for. Prefixes and their values may be written in capitals. */
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

/** CEL of `#tag` or `#tag/*`, the sign taken away; null for what is no tag. */
export function tagToCel(tag: string): string | null {
  const parent = /^(.+)\/\*$/su.exec(tag)?.[1];
  if (parent !== undefined) {
    return `tags.exists(t, t == ${quote(parent)} || t.startsWith(${quote(`${parent}/`)}))`;
  }
  return tag === "" ? null : `${quote(tag)} in tags`;
}

/** JSON escapes are CEL escapes, of well-formed text. */
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

/**
 * A prefix that is none, with a value that is one: most likely a slip. Anything else before a colon
 * is text, such as an address or a time of the day.
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

/** The value that was meant: itself, one that begins so, or one that is a slip or two away. */
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

/** Whether more letters could still make it a value. */
function isBegun(prefix: string, value: string): boolean {
  if (valuesOf(prefix).some((each) => each.startsWith(value))) return true;
  return timeTerms.has(prefix) && /^\d{1,4}(?:-(?:\d{1,2}(?:-\d?)?)?)?$/.test(value);
}

/** How many letters were left out, put in, exchanged or swapped with the next one. */
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
