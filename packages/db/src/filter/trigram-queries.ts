import { blanks, indexedParts, needleOf } from "@tidemark/core/filter";
import type { TextNeedle } from "../sql/text-search.ts";

/** Maximum number of trigrams of a part: more hardly narrow the hits, and each costs a lookup. */
const maxTrigrams = 24;

/** Queries of FTS5 for `memo_trigram`. */
export interface TrigramQueries {
  /** Every memo with the needle fulfils all of them, but not the reverse, so hits must be verified. */
  readonly queries: readonly string[];
  /** Parts of one or two code points, which the index has only as the start of a trigram. */
  readonly shorts: readonly string[];
}

/** Returns the queries for memos that may have a needle, with the cheapest ones first. */
export function trigramQueries({ op, text }: TextNeedle): TrigramQueries {
  if (op === "contains") return queriesFor(indexedParts(text, null), quoted);
  const needle = needleOf(text);
  const { queries, shorts } = queriesFor(indexedParts(needle.text, needle.form), looseQuery);
  return {
    queries,
    shorts: shorts.flatMap((short) => short.split(" ").filter((word) => word !== "")),
  };
}

function queriesFor(
  parts: readonly string[],
  queryFor: (trigram: string) => string,
): TrigramQueries {
  const trigrams = new Set(parts.flatMap(trigramsOf));
  const queries = [...trigrams].map(queryFor).toSorted((a, b) => a.length - b.length);
  return { queries, shorts: parts.filter((part) => Array.from(part).length < 3) };
}

/** Returns trigrams of a text, in code points; none of texts under three. */
function trigramsOf(text: string): string[] {
  const points = Array.from(text);
  const most = Math.max(0, Math.min(points.length - 2, maxTrigrams));
  return Array.from({ length: most }, (_, at) => points.slice(at, at + 3).join(""));
}

/** Returns the query for rows with a trigram in which a blank stands for white space without an empty line. */
function looseQuery(trigram: string): string {
  if (!trigram.includes(" ")) return quoted(trigram);
  const [first = "", middle = "", last = ""] = Array.from(trigram);
  if (middle !== " ") {
    return anyOf(
      eachBlank(first).flatMap((one) => eachBlank(last).map((other) => one + middle + other)),
    );
  }
  const one = blanks.map((blank) => first + blank + last);
  const several = blanks.flatMap((blank) => blanks.map((next) => blank + next));
  const lines = several.filter((run) => run !== "\n\n");
  return `(${anyOf(one)} OR (${anyOf(lines.map((run) => first + run))} AND ${anyOf(lines.map((run) => run + last))}))`;
}

function eachBlank(point: string): readonly string[] {
  return point === " " ? blanks : [point];
}

/** Returns the query for rows that have all that the queries ask for. */
export function matchAll(queries: readonly string[]): string {
  return queries.join(" AND ");
}

/** Returns the query for rows that have any of the trigrams. */
export function anyOf(trigrams: readonly string[]): string {
  return `(${trigrams.map(quoted).join(" OR ")})`;
}

function quoted(trigram: string): string {
  return `"${trigram.replaceAll('"', '""')}"`;
}
