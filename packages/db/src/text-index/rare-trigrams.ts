import { countMemosAtMost } from "../sql/count-memos.ts";
import { number, orNull, rowOf } from "../sql/row.ts";
import {
  type AnyDatabase,
  connectionUnder,
  type Direct,
  selectRows,
  sqlText,
} from "../sql/sql-text.ts";

const newestRow = rowOf({ count: number, first: orNull(number), last: orNull(number) });

/** Number of the newest memos with a trigram to read, to estimate how many have it. */
const maxLooked = 100;
/** Number of trigrams of a long text to count, spread over all of it. */
const maxCounted = 12;
/**
 * Maximum number of memos for which a trigram is searched alone: each further trigram costs more than it
 * excludes.
 */
const fewMemos = 128;
/** Maximum number of memos for which two trigrams are searched; above it, three. */
const manyMemos = 5000;
/** Limits of the cached counts: number of trigrams, in some 100 kB, and number of lookups. */
const maxKept = 1000;
const maxAsked = 20_000;
/** Growth of the number of memos after which the counts are out of date. */
const grownBy = 1 / 16;

/**
 * Returns the queries for trigrams that few memos have. The index reads the whole list of memos for each
 * trigram, and hits are verified anyway. Two rare ones find hardly more than all, in a tenth of the time.
 */
export async function rareQueries(
  db: AnyDatabase,
  queries: readonly string[],
): Promise<{ readonly queries: readonly string[]; readonly areFew: boolean }> {
  if (queries.length <= 1) return { queries, areFew: false };
  const counts = countsOf(connectionUnder(db), await countMemosAtMost(db));
  const counted: { readonly query: string; readonly count: number }[] = [];
  for (const query of spread(queries, maxCounted)) {
    const count = counts.find(query) ?? (await countMemosWith(db, query));
    counts.keep(query, count);
    counted.push({ query, count });
  }
  counted.sort((a, b) => a.count - b.count);
  const least = counted[0]?.count ?? 0;
  const asked = least <= fewMemos ? 1 : least <= manyMemos ? 2 : 3;
  return {
    queries: counted.slice(0, asked).map(({ query }) => query),
    areFew: least <= fewMemos,
  };
}

/** Estimates the number by the distance between the newest memos. */
async function countMemosWith(db: AnyDatabase, query: string): Promise<number> {
  const [found] = await selectRows(
    db,
    sqlText(
      `SELECT count(*) AS count, min(pk) AS first, max(pk) AS last FROM (
         SELECT rowid AS pk FROM memo_trigram WHERE memo_trigram MATCH ? ORDER BY rowid DESC LIMIT ? + 0)`,
      query,
      maxLooked,
    ),
    newestRow,
  );
  if (found === undefined || found.first === null || found.last === null) return 0;
  const { count, first, last } = found;
  return count < maxLooked ? count : Math.round((count * last) / (last - first + 1));
}

/** Returns at most `most` of some texts, as far apart as possible. */
function spread(texts: readonly string[], most: number): readonly string[] {
  if (texts.length <= most) return texts;
  return Array.from(
    { length: most },
    (_, at) => texts[Math.floor((at * (texts.length - 1)) / (most - 1))] ?? "",
  );
}

/**
 * Cached estimates of how many memos have a trigram. Searches by outdated estimates are correct, but slow if
 * those are far too low.
 */
interface KeptCounts {
  /** Highest number of a memo when the first trigram was counted. */
  readonly end: number;
  find(trigram: string): number | undefined;
  keep(trigram: string, count: number): void;
}

const kept = new WeakMap<Direct, KeptCounts>();

function countsOf(connection: Direct, end: number): KeptCounts {
  const known = kept.get(connection);
  if (known !== undefined && end <= known.end * (1 + grownBy)) return known;
  const counts = createKeptCounts(end);
  kept.set(connection, counts);
  return counts;
}

function createKeptCounts(end: number): KeptCounts {
  const counts = new Map<string, number>();
  let asked = 0;
  return {
    end,
    find(trigram) {
      asked += 1;
      if (asked > maxAsked) {
        counts.clear();
        asked = 0;
      }
      return counts.get(trigram);
    },
    keep(trigram, count) {
      if (counts.size >= maxKept && !counts.has(trigram)) counts.clear();
      counts.set(trigram, count);
    },
  };
}
