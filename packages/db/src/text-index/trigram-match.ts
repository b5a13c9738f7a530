import { anyTrigramMatch, partsOf, textTrigrams, trigramMatch } from "../filter/index.ts";
import { type AnyDatabase, selectRows, sqlText } from "../sql/sql-text.ts";
import { number, rowOf, text } from "../sql/row.ts";
import type { TextNeedle } from "../sql/text-search.ts";
import { lateAfter } from "./late-texts.ts";
import { rareTrigrams } from "./rare-trigrams.ts";

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
  const { trigrams: all, shorts } = termsOf(needles);
  const { trigrams, areFew } = await rareTrigrams(db, all);
  const parts = trigrams.length === 0 ? [] : [trigramMatch(trigrams)];
  const whole = trigrams.length < all.length ? trigramMatch(all) : null;
  if (areFew) return { match: parts.join(" AND "), whole };
  for (const short of shorts) {
    const terms = await rareTrigramsOf(db, short);
    if (terms === null) continue;
    if (terms.length === 0) return "nothing";
    parts.push(`(${anyTrigramMatch(terms)})`);
  }
  return parts.length === 0 ? null : { match: parts.join(" AND "), whole };
}

/** Returns the trigrams of texts, and their parts of one or two code points that are in no trigram. */
export function termsOf(needles: readonly TextNeedle[]): {
  readonly trigrams: readonly string[];
  readonly shorts: readonly string[];
} {
  const trigrams = new Set<string>();
  const shorts = new Set<string>();
  for (const part of needles.flatMap(partsOf)) {
    const found = textTrigrams(part);
    if (found.length === 0) shorts.add(part);
    for (const trigram of found) if (trigrams.size < maxTrigrams) trigrams.add(trigram);
  }
  // A short text within one of the trigrams excludes nothing more.
  const left = [...shorts].filter((short) => ![...trigrams].some((one) => one.includes(short)));
  return { trigrams: [...trigrams], shorts: left.slice(0, maxShorts) };
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
