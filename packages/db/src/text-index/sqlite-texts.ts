import { foldText } from "@tidemark/core/filter";
import { latePks, matchAll, sqliteFilter, trigramQueries } from "../filter/index.ts";
import { stepOf } from "../sql/dialect.ts";
import { number, rowOf, text } from "../sql/row.ts";
import {
  type AnyDatabase,
  dialectOf,
  joinSql,
  selectRows,
  sqlText,
  type SqlFragment,
} from "../sql/sql-text.ts";
import type { TextNeedle, TextSearch } from "../sql/text-search.ts";
import { findLateNamed } from "./late-texts.ts";
import { textMatch } from "./trigram-match.ts";

const pkRow = rowOf({ pk: number });
const namedRow = rowOf({ id: text });
const sizeRow = rowOf({ pk: number, characters: number });

/** Number of the newest memos to scan for parts that are too common for an index. */
const maxScanned = 200_000;

/** Maximum number of hits to verify; with more, an ordered scan evaluates only those it meets. */
const maxVerified = 1000;

/** Text search of SQLite with two FTS5 indexes, of trigrams and of words. They ignore read access. */
export const sqliteTexts: TextSearch = {
  findHits: async (db, needles, _readers, limit) => {
    const asked = await textMatch(db, needles);
    if (asked === null) return null;
    if (asked === "nothing") return { pks: [], areExact: true };
    let rows = await findMatches(db, asked.match, limit + 1);
    // Some texts consist of common parts, yet no memo contains them.
    if (rows.length > limit && asked.whole !== null) {
      rows = await findMatches(db, asked.whole, limit + 1);
    }
    if (rows.length > limit) return null;
    const pks = rows.map(({ pk }) => pk);
    if (pks.length > maxVerified) return { pks, areExact: false };
    return { pks: await verified(db, pks, needles), areExact: true };
  },
  walkHits: async (db, needles) => {
    const asked = await textMatch(db, needles);
    if (asked === null) return null;
    return {
      next: async ({ direction, among, after, limit }) => {
        if (asked === "nothing") return [];
        const isDown = direction === "down";
        // FTS5 needs integers, and the driver binds numbers as floats.
        const low = BigInt(isDown || after === null ? among.low : after + 1);
        const high = BigInt(!isDown || after === null ? among.high : after - 1);
        const query = sqlText(
          `SELECT rowid AS pk FROM memo_trigram WHERE memo_trigram MATCH ? AND rowid BETWEEN ? AND ?
             ORDER BY rowid ${isDown ? "DESC" : "ASC"} LIMIT ? + 0`,
          asked.match,
          low,
          high,
          limit,
        );
        return (await selectRows(db, query, pkRow)).map(({ pk }) => pk);
      },
    };
  },
  // Quotes the words, so none is read as an operator. Ranks by bm25.
  rankWords: (words) => ({
    from: sqlText("memo_word CROSS JOIN memo AS m ON m.pk = memo_word.rowid"),
    where: sqlText("memo_word MATCH ?", `${words.map((word) => `"${word}"`).join(" ")}*`),
    // The index returns the newest first, so reading stops once there are enough.
    number: sqlText("memo_word.rowid"),
    // bm25 is negative, and lower is better.
    kept: sqlText("-memo_word.rank AS score"),
    score: sqlText("score"),
  }),
  findParts: async (db, { runs, words }) => {
    const candidates = await textMatch(
      db,
      runs.map((run) => ({ op: "contains", text: foldText(run) })),
    );
    if (candidates === "nothing") return null;
    const where: SqlFragment[] = [
      candidates === null
        ? sqlText("m.pk > (SELECT coalesce(max(pk), 0) FROM memo) - ?", maxScanned)
        : sqlText(
            "m.pk IN (SELECT rowid FROM memo_trigram WHERE memo_trigram MATCH ?)",
            candidates.match,
          ),
      ...runs.map((run) => sqlText("instr(m.content, ?) > 0", run)),
      ...words.map((word) =>
        sqlText("tidemark_text('contains', 1, m.content, ?) = 1", foldText(word)),
      ),
    ];
    return { from: sqlText("memo AS m"), where: joinSql(where, " AND ") };
  },
  findTexts: (db, needle, limit) =>
    selectRows(
      db,
      sqlText(
        `SELECT m.pk, length(m.content) AS characters
           FROM (SELECT rowid AS pk FROM memo_trigram WHERE memo_trigram MATCH ? UNION ALL ${latePks}) AS t
           CROSS JOIN memo AS m ON m.pk = t.pk
           WHERE instr(m.content, ?) > 0 LIMIT ?`,
        rareMatch(needle),
        needle,
        limit,
      ),
      sizeRow,
    ),
  findNamed: async (db, ids, before) => {
    const asked = ids.map((id) => ({ id, match: rareMatch(lastOf(before, id)) }));
    const rows = await selectRows(
      db,
      // One statement for many ids: few memos have the trigrams of each in the text index.
      sqlText(
        `SELECT a.value ->> 'id' AS id FROM json_each(?) AS a WHERE EXISTS (
           SELECT 1 FROM memo_trigram AS t CROSS JOIN memo AS m ON m.pk = t.rowid
             WHERE t.memo_trigram MATCH (a.value ->> 'match')
               AND (m.content GLOB '*' || ? || (a.value ->> 'id') || '[^a-zA-Z0-9-]*'
                 OR m.content GLOB '*' || ? || (a.value ->> 'id')))`,
        JSON.stringify(asked),
        before,
        before,
      ),
      namedRow,
    );
    const late = await findLateNamed(db, ids, before);
    return [...new Set([...rows.map(({ id }) => id), ...late])];
  },
  asksIndex: ({ sql }) => sql.includes("memo_trigram"),
};

function findMatches(
  db: AnyDatabase,
  match: string,
  limit: number,
): Promise<readonly { readonly pk: number }[]> {
  const query = "SELECT rowid AS pk FROM memo_trigram WHERE memo_trigram MATCH ? LIMIT ? + 0";
  return selectRows(db, sqlText(query, match, limit), pkRow);
}

/** Returns the memos that have all of the texts. */
async function verified(
  db: AnyDatabase,
  pks: readonly number[],
  needles: readonly TextNeedle[],
): Promise<readonly number[]> {
  const content = sqlText("m.content");
  const have = needles.map(({ op, text }) =>
    op === "finds"
      ? sqliteFilter.finds("m", text).sql
      : sqliteFilter.hasFolded("contains", content, text),
  );
  const step = stepOf(dialectOf(db), "m.pk").map((sql) => sqlText(sql));
  const where = joinSql([...step, ...have], " AND ");
  const query = `SELECT m.pk FROM json_each(?) AS a CROSS JOIN memo AS m ON m.pk = a.value WHERE ${where.sql}`;
  const rows = await selectRows(
    db,
    sqlText(query, JSON.stringify(pks), ...where.parameters),
    pkRow,
  );
  return rows.map(({ pk }) => pk);
}

/** Returns an id with as many preceding characters as it needs for a trigram in the index. */
function lastOf(before: string, id: string): string {
  return before.slice(id.length > 1 ? -1 : -2) + id;
}

/** Maximum number of trigrams to search for; more cost more than the memos they exclude. */
const maxAsked = 2;

/**
 * Returns a query for the trigrams of a text that few others have. Letters alone are in many, and all their
 * memos are read; a digit beside a letter, or a slash, is in few.
 */
function rareMatch(needle: string): string {
  const { queries } = trigramQueries({ op: "contains", text: foldText(needle) });
  const isRare = (query: string): boolean => /[/]|\d[a-z]|[a-z]\d/.test(query);
  const rare = queries.filter(isRare);
  const others = queries.filter((query) => !isRare(query));
  return matchAll([...rare, ...others].slice(0, maxAsked));
}
