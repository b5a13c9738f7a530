import type { DigestQuery, DigestSlice } from "@tidemark/core";
import { type MemoDigest, memoDigest } from "@tidemark/core/sync/protocol";
import type { MemoRecord } from "@tidemark/core/model";
import type { Kysely, Selectable } from "kysely";
import type { MemoTable } from "../schema/memo-tables.ts";
import { memoRow } from "../schema/table-rows.ts";
import type { Tables } from "../schema/tables.ts";
import { stepOf } from "../sql/dialect.ts";
import { dialectOf, selectRows, sqlText } from "../sql/sql-text.ts";

/** Number of rows in memory at once; each may have a text of a megabyte. */
const rowsAtOnce = 50;
/** Maximum size of a slice: takes some tens of milliseconds. */
const most = { memos: 2000, characters: 4_000_000 } as const;

/**
 * Returns the digests of a creator's memos by id: top-level memos, and comments directly on one of them.
 * Comments on another user's memo are left out: a device may have to evict them together with that memo.
 */
export async function readDigests(
  db: Kysely<Tables>,
  query: DigestQuery,
  toMemo: (columns: Selectable<MemoTable>) => MemoRecord,
): Promise<DigestSlice> {
  const { creator, upTo } = query;
  const memos: MemoDigest[] = [];
  let characters = 0;
  let { after } = query;
  while (memos.length < most.memos && characters < most.characters) {
    const rows = await selectRows(
      db,
      sqlText(
        `SELECT m.* FROM memo AS m INDEXED BY memo_by_creator
           LEFT JOIN memo AS above ON above.id = m.parent
         WHERE m.creator = ? AND m.id > ? AND (CAST(? AS TEXT) IS NULL OR m.id <= ?)
           AND (m.parent IS NULL OR (above.creator = m.creator AND above.parent IS NULL))
           ${stepOf(dialectOf(db), "m.pk")
             .map((step) => `AND ${step}`)
             .join(" ")}
         ORDER BY m.id LIMIT ?`,
        creator,
        after,
        upTo,
        upTo,
        rowsAtOnce,
      ),
      memoRow,
    );
    for (const row of rows) {
      const memo = toMemo(row);
      memos.push({ id: memo.id, digest: memoDigest(memo) });
      characters += memo.content.length;
      after = memo.id;
    }
    if (rows.length < rowsAtOnce) return { memos, isEnd: true };
  }
  return { memos, isEnd: false };
}
