import type { MemoSearchQuery } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { readableTopSql } from "./list-sources.ts";
import type { RankedSearch } from "./ranked-search.ts";
import { joinSql, selectRows, sqlText } from "../sql/sql-text.ts";
import { number, rowOf } from "../sql/row.ts";
import { hasUnspacedScript, unspacedSearch } from "./unspaced-search.ts";

const pkRow = rowOf({ pk: number });

/** Ranking every hit of a common word among 100,000 memos takes 60 ms: the newest of them do. */
const maxRanked = 2000;

/** The numbers of memos that hold all the words, best match first, newer ones first among equals. */
export async function searchMemoNumbers(
  db: Kysely<Tables>,
  query: MemoSearchQuery,
): Promise<number[]> {
  const search = hasUnspacedScript(query.text)
    ? await unspacedSearch(db, query.text)
    : wordSearch(query.text);
  const readable = readableTopSql({ access: query.access, state: "NORMAL", trash: "none" });
  if (search === null || readable === null) return [];
  const tagged =
    query.tag === null
      ? sqlText("1 = 1")
      : sqlText("EXISTS (SELECT 1 FROM memo_tag WHERE memo_pk = m.pk AND tag = ?)", query.tag);
  const best = joinSql(
    [
      sqlText("SELECT pk FROM (SELECT m.pk AS pk,"),
      search.score,
      sqlText(`AS score FROM ${search.from} WHERE`),
      joinSql([search.where, readable, tagged], " AND "),
      sqlText("ORDER BY m.pk DESC LIMIT ?)", maxRanked),
      sqlText("ORDER BY score DESC, pk DESC LIMIT ?", query.limit),
    ],
    " ",
  );
  const hits = await selectRows(db, best, pkRow);
  return hits.map(({ pk }) => pk);
}

const maxWords = 32;

/** All the words of a text, none of them read as an operator; null without words. Ranks by bm25. */
function wordSearch(text: string): RankedSearch | null {
  const words = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
  if (words.length === 0) return null;
  const match = `${words.map((word) => `"${word}"`).join(" ")}*`;
  return {
    from: "memo_word CROSS JOIN memo AS m ON m.pk = memo_word.rowid",
    where: sqlText("memo_word MATCH ?", match),
    // bm25 is negative, and less is better.
    score: sqlText("-memo_word.rank"),
  };
}
