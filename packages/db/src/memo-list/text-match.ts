import type { Kysely } from "kysely";
import { anyTrigramMatch, type FilterDriver, trigramMatch } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import { selectRows, sqlText } from "../sql/sql-text.ts";
import { number, rowOf, text } from "../sql/row.ts";

const termRow = rowOf({ term: text, doc: number });

/** Hits of all the trigrams of a short text, above which a walk in order soon meets enough of them. */
const maxShortHits = 3000;
const termsPerLook = 4;
const maxTerms = 200;
const lastCodePoint = "\u{10FFFF}";

/**
 * The FTS5 query for a text driver; `null` when no part of it narrows anything, `"nothing"` when
 * nothing can match.
 */
export async function textMatch(
  db: Kysely<Tables>,
  { trigrams, shorts }: Extract<FilterDriver, { kind: "text" }>,
): Promise<{ readonly match: string } | "nothing" | null> {
  const parts = trigrams.length === 0 ? [] : [trigramMatch(trigrams)];
  for (const short of shorts) {
    const terms = await rareTrigramsOf(db, short);
    if (terms === null) continue;
    if (terms.length === 0) return "nothing";
    parts.push(`(${anyTrigramMatch(terms)})`);
  }
  return parts.length === 0 ? null : { match: parts.join(" AND ") };
}

/**
 * The trigrams that begin with a text of one or two code points; null when too many memos hold one.
 * A few at a time: telling how many memos hold a trigram reads through all of them.
 */
async function rareTrigramsOf(db: Kysely<Tables>, short: string): Promise<string[] | null> {
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
