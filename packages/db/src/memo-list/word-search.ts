import type { MemoSearchQuery } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { MemoTable, Tables } from "../schema/tables.ts";
import { rowsInOrder } from "./list-rows.ts";
import { readableTopSql } from "./list-sources.ts";
import { joinSql, selectRows, sqlText } from "./sql-fragment.ts";

/** Ranking every hit of a common word among 100,000 memos takes 60 ms: the newest of them do. */
const maxRanked = 2000;

/** Memos that hold all the words, best match first (bm25), newer ones first among equals. */
export async function searchMemoRows(
  db: Kysely<Tables>,
  query: MemoSearchQuery,
): Promise<Selectable<MemoTable>[]> {
  const match = wordMatch(query.text);
  const readable = readableTopSql({ access: query.access, state: "NORMAL", trash: "none" });
  if (match === null || readable === null) return [];
  const tagged =
    query.tag === null
      ? sqlText("1")
      : sqlText("EXISTS (SELECT 1 FROM memo_tag WHERE memo_pk = m.pk AND tag = ?)", query.tag);
  const where = joinSql([sqlText("memo_word MATCH ?", match), readable, tagged], " AND ");
  const best = joinSql(
    [
      sqlText(
        "SELECT pk FROM (SELECT m.pk AS pk, memo_word.rank AS score FROM memo_word " +
          "CROSS JOIN memo AS m ON m.pk = memo_word.rowid WHERE",
      ),
      where,
      sqlText("ORDER BY memo_word.rowid DESC LIMIT ?)", maxRanked),
      sqlText("ORDER BY score, pk DESC LIMIT ?", query.limit),
    ],
    " ",
  );
  const hits = await selectRows<{ pk: number }>(db, best);
  return rowsInOrder(
    db,
    hits.map(({ pk }) => pk),
  );
}

const maxWords = 32;

/** The FTS5 query for all the words of a text, none of them read as an operator; null without words. */
function wordMatch(text: string): string | null {
  const words = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords);
  return words.length === 0 ? null : `${words.map((word) => `"${word}"`).join(" ")}*`;
}
