import type { EndedDocumentStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { runSql, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";

/**
 * Number of ended documents stored per memo, the newest. A document is renewed once a month, or when it has
 * outgrown its text.
 */
const maxDocuments = 12;

export function createEndedDocumentStore(db: Kysely<Tables>): EndedDocumentStore {
  return {
    keep: async ({ memo, gen, state, atMs }) => {
      await db
        .insertInto("ended_document")
        .values({ memo, gen, state, at_ms: atMs })
        .onConflict((conflict) =>
          conflict.columns(["memo", "gen"]).doUpdateSet({ state, at_ms: atMs }),
        )
        .execute();
      await runSql(db, sqlText(pruning, memo, memo, maxDocuments));
    },
    find: async (memo, gen) => {
      const row = await db
        .selectFrom("ended_document")
        .select("state")
        .where("memo", "=", memo)
        .where("gen", "=", gen)
        .executeTakeFirst();
      return row === undefined ? null : new Uint8Array(row.state);
    },
    removeBefore: (ms, limit) =>
      runSql(
        db,
        sqlText(
          `DELETE FROM ended_document WHERE (memo, gen) IN
             (SELECT memo, gen FROM ended_document WHERE at_ms < ? LIMIT ?)`,
          ms,
          limit,
        ),
      ),
    removeByMemo: async (memo) => {
      await db.deleteFrom("ended_document").where("memo", "=", memo).execute();
    },
  };
}

const pruning = `
DELETE FROM ended_document WHERE memo = ? AND gen <=
  (SELECT gen FROM ended_document WHERE memo = ? ORDER BY gen DESC LIMIT 1 OFFSET ?)`;
