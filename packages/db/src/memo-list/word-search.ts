import type { MemoSearchQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { number, rowOf, text } from "../sql/row.ts";
import { stepOf } from "../sql/dialect.ts";
import { dialectOf, joinSql, selectRows, type SqlFragment, sqlText } from "../sql/sql-text.ts";
import type { RankedSearch, TextReaders } from "../sql/text-search.ts";
import { listOrder } from "./list-order.ts";
import { listSources, readableTopSql } from "./list-sources.ts";
import { hasUnspacedScript, unspacedSearch } from "./unspaced-search.ts";

const hitRow = rowOf({ pk: number, unsure: number });
const pkRow = rowOf({ pk: number });
const contentRow = rowOf({ content: text });

/**
 * Maximum number of hits to rank, the newest: ranking every hit of a common word among 100,000 memos takes 60
 * ms.
 */
const maxRanked = 2000;
const maxWords = 32;
/** Maximum number of memos of a reader up to which they are looked up before everyone's hits are read. */
const maxKnown = 2000;

/**
 * Returns the numbers of memos with all the words, best match first, then newest first: of the newest
 * `maxRanked` that match. `hasMany`: a former search found that many memos of all users have the words.
 */
export async function searchMemoNumbers(
  db: Kysely<Tables>,
  query: MemoSearchQuery,
  options: { readonly hasMany?: boolean } = {},
): Promise<number[]> {
  const ranking = await rankingOf(db, query, options);
  if (ranking === null) return [];
  const { sql, doubt } = ranking;
  const hits: number[] = [];
  for (const { pk, unsure } of await selectRows(db, sql, hitRow)) {
    if (hits.length === query.limit) break;
    if (unsure === 0 || (doubt !== undefined && (await isHit(db, pk, doubt)))) hits.push(pk);
  }
  return hits;
}

/**
 * Returns the query for the hits of a search, and the check for hits that may not match; null if there are no
 * hits.
 */
export async function rankingOf(
  db: Kysely<Tables>,
  query: MemoSearchQuery,
  { hasMany = false }: { readonly hasMany?: boolean } = {},
): Promise<{ readonly sql: SqlFragment; readonly doubt: RankedSearch["doubt"] } | null> {
  const readers = { user: query.access.user, all: false };
  const search = hasUnspacedScript(query.text)
    ? await unspacedSearch(db, query.text, readers)
    : wordSearch(db, query, readers);
  const readable = readableTopSql({ access: query.access, state: "NORMAL", trash: "none" });
  if (search === null || readable === null) return null;
  const tagged =
    query.tag === null
      ? sqlText("1 = 1")
      : sqlText("EXISTS (SELECT 1 FROM memo_tag WHERE memo_pk = m.pk AND tag = ?)", query.tag);
  const { doubt, number } = search;
  // An index without creators returns the hits of all users. Looking up a number among known ones costs a
  // fifth of reading the memo.
  const known = hasMany && number !== undefined ? await findKnown(db, query) : null;
  const isKnown =
    known === null || number === undefined
      ? []
      : [sqlText(dialectOf(db).isAmong(`+${number.sql}`), JSON.stringify(known))];
  // A hit costs less than the deadline check, so only every sixteenth hit checks.
  const step = stepOf(dialectOf(db), "m.pk").map((sql) => sqlText(`(m.pk & 15 <> 0 OR ${sql})`));
  const sql = joinSql(
    [
      sqlText("SELECT pk,"),
      doubt?.isUnsure ?? sqlText("0"),
      sqlText("AS unsure FROM (SELECT m.pk AS pk,"),
      search.kept,
      sqlText("FROM"),
      search.from,
      sqlText("WHERE"),
      joinSql([search.where, ...step, ...isKnown, readable, tagged], " AND "),
      sqlText("ORDER BY"),
      number ?? sqlText("m.pk"),
      sqlText("DESC LIMIT ?) AS newest", maxRanked),
      ...(search.joined === undefined ? [] : [search.joined]),
      sqlText("ORDER BY"),
      search.score,
      sqlText("DESC, pk DESC LIMIT ?", doubt === undefined ? query.limit : maxRanked),
    ],
    " ",
  );
  return { sql, doubt };
}

/** Returns the numbers of all memos that a reader may see; null if there are more than `maxKnown`. */
async function findKnown(
  db: Kysely<Tables>,
  { access }: MemoSearchQuery,
): Promise<readonly number[] | null> {
  const dialect = dialectOf(db);
  const order = listOrder([], null);
  const sources = listSources(
    { access, state: "NORMAL", trash: "none" },
    order,
    { type: "order" },
    { disjoint: false, dialect },
  );
  const pks: number[] = [];
  for (const { from, where } of sources) {
    const rows = await selectRows(
      db,
      joinSql(
        [sqlText(`SELECT m.pk FROM ${from} WHERE`), where, sqlText("LIMIT ? + 0", maxKnown + 1)],
        " ",
      ),
      pkRow,
    );
    for (const { pk } of rows) pks.push(pk);
    if (pks.length > maxKnown) return null;
  }
  return pks;
}

async function isHit(
  db: Kysely<Tables>,
  pk: number,
  { isHit }: NonNullable<RankedSearch["doubt"]>,
): Promise<boolean> {
  const query = sqlText("SELECT content FROM memo WHERE pk = ?", pk);
  const [memo] = await selectRows(db, query, contentRow);
  return memo !== undefined && isHit(memo.content);
}

/** Searches for all words of a text, none of them taken as an operator; null without words. */
function wordSearch(
  db: Kysely<Tables>,
  { text, tag }: MemoSearchQuery,
  readers: TextReaders,
): RankedSearch | null {
  const words = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
  return words.length === 0 ? null : dialectOf(db).texts.rankWords(words, readers, tag !== null);
}
