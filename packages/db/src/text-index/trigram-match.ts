import { anyOf, matchAll, trigramQueries } from "../filter/index.ts";
import { type AnyDatabase, selectRows, sqlText } from "../sql/sql-text.ts";
import { number, rowOf, text } from "../sql/row.ts";
import type { TextNeedle } from "../sql/text-search.ts";
import { lateAfter } from "./late-texts.ts";
import { rareQueries } from "./rare-trigrams.ts";

const termRow = rowOf({ term: text, doc: number });

/** Maximum number of hits of all trigrams of a short text; with more, an ordered scan soon meets enough. */
const maxShortHits = 3000;
const termsPerLook = 4;
const maxTerms = 200;
const lastCodePoint = "\u{10FFFF}";

/** Maximum number of trigrams of all needles together. */
const maxTrigrams = 48;
const maxShorts = 4;

export interface TextMatch {
  readonly match: string;
  /** Query for every trigram, if there are more than in `match`. */
  readonly whole: string | null;
}

/**
 * Returns the FTS5 query for memos that may have all of some texts, the longest first. Returns
 * `null` if no part of it narrows the search or the indexes lag behind, and `"nothing"` if nothing can match.
 */
export async function textMatch(
  db: AnyDatabase,
  needles: readonly TextNeedle[],
): Promise<TextMatch | "nothing" | null> {
  if ((await lateAfter(db)) !== null) return null;
  const { queries: all, shorts } = termsOf(needles);
  const { queries, areFew } = await rareQueries(db, all);
  const parts = [...queries];
  const whole = queries.length < all.length ? matchAll(all) : null;
  if (areFew) return { match: matchAll(parts), whole };
  for (const short of shorts) {
    const terms = await rareTrigramsOf(db, short);
    if (terms === null) continue;
    if (terms.length === 0) return "nothing";
    parts.push(anyOf(terms));
  }
  return parts.length === 0 ? null : { match: matchAll(parts), whole };
}

/** Returns the queries for the trigrams of texts, and parts of one or two code points that none of them has. */
export function termsOf(needles: readonly TextNeedle[]): {
  readonly queries: readonly string[];
  readonly shorts: readonly string[];
} {
  const each = needles.map(trigramQueries);
  const queries = [...new Set(each.flatMap((one) => one.queries))].slice(0, maxTrigrams);
  const shorts = [...new Set(each.flatMap((one) => one.shorts))];
  // A short text within one of the trigrams excludes nothing more.
  const left = shorts.filter(
    (short) => !queries.some((query) => query.slice(1, -1).includes(short)),
  );
  return { queries, shorts: left.slice(0, maxShorts) };
}

/**
 * Returns the trigrams that begin with a text of one or two code points; null if too many memos have one.
 * Reads a few at a time: counting the memos of a trigram reads all of them.
 */
async function rareTrigramsOf(db: AnyDatabase, short: string): Promise<string[] | null> {
  const terms: string[] = [];
  let hits = 0;
  let after = short;
  for (;;) {
    const found = await selectRows(
      db,
      sqlText(
        "SELECT term, doc FROM memo_trigram_term WHERE term > ? AND term < ? LIMIT ?",
        after,
        `${short}${lastCodePoint.repeat(3)}`,
        termsPerLook,
      ),
      termRow,
    );
    for (const { term, doc } of found) {
      terms.push(term);
      hits += doc;
      after = term;
    }
    if (hits > maxShortHits || terms.length > maxTerms) return null;
    if (found.length < termsPerLook) return terms;
  }
}
