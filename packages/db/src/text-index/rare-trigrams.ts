import { trigramMatch } from "../filter/index.ts";
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

/** So many of the newest memos that have a trigram are looked at, to say how many there are altogether. */
const maxLooked = 100;
/** Of a long text so many trigrams are looked at, from all over it. */
const maxCounted = 12;
/** A trigram in no more memos than that is asked for alone: each further one costs more than it leaves out. */
const fewMemos = 128;
/** Up to here two are asked for, then three. */
const manyMemos = 5000;
/** About how many memos have so many trigrams are kept, in some 100 kB, and for so many questions. */
const maxKept = 1000;
const maxAsked = 20_000;
/** Where more than that part of the memos was made since, what was counted says nothing any more. */
const grownBy = 1 / 16;

/**
 * Those trigrams of a text that few memos have. The index reads the whole list of memos for each that it
 * is asked for, and what it finds is verified anyway: two that are rare find hardly more than all, in a
 * tenth of the time.
 */
export async function rareTrigrams(
  db: AnyDatabase,
  trigrams: readonly string[],
): Promise<{ readonly trigrams: readonly string[]; readonly areFew: boolean }> {
  if (trigrams.length <= 1) return { trigrams, areFew: false };
  const counts = countsOf(connectionUnder(db), await countMemosAtMost(db));
  const counted: { readonly trigram: string; readonly count: number }[] = [];
  for (const trigram of spread(trigrams, maxCounted)) {
    const count = counts.find(trigram) ?? (await countMemosWith(db, trigram));
    counts.keep(trigram, count);
    counted.push({ trigram, count });
  }
  counted.sort((a, b) => a.count - b.count);
  const least = counted[0]?.count ?? 0;
  const asked = least <= fewMemos ? 1 : least <= manyMemos ? 2 : 3;
  return {
    trigrams: counted.slice(0, asked).map(({ trigram }) => trigram),
    areFew: least <= fewMemos,
  };
}

/** About how many: by how far apart the newest of them are. */
async function countMemosWith(db: AnyDatabase, trigram: string): Promise<number> {
  const [found] = await selectRows(
    db,
    sqlText(
      `SELECT count(*) AS count, min(pk) AS first, max(pk) AS last FROM (
         SELECT rowid AS pk FROM memo_trigram WHERE memo_trigram MATCH ? ORDER BY rowid DESC LIMIT ? + 0)`,
      trigramMatch([trigram]),
      maxLooked,
    ),
    newestRow,
  );
  if (found === undefined || found.first === null || found.last === null) return 0;
  const { count, first, last } = found;
  return count < maxLooked ? count : Math.round((count * last) / (last - first + 1));
}

/** At most `most` of some texts, as far apart as they can be. */
function spread(texts: readonly string[], most: number): readonly string[] {
  if (texts.length <= most) return texts;
  return Array.from(
    { length: most },
    (_, at) => texts[Math.floor((at * (texts.length - 1)) / (most - 1))] ?? "",
  );
}

/**
 * About how many memos have a trigram, as it was when it was looked at: what is asked by it is right
 * however old that is, and slow where it is far too low.
 */
interface KeptCounts {
  /** The highest number of a memo when the first of them was counted. */
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
