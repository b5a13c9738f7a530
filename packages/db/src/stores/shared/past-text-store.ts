import type { PastTextStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { runSql, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { toFlag } from "./memo-columns.ts";

/** Limits per memo, for served and other texts separately: number of texts, and characters in all. */
const maxTexts = 24;
const maxCharacters = 512 * 1024;

export function createPastTextStore(db: Kysely<Tables>): PastTextStore {
  return {
    keep: async ({ memo, sha, content, atMs, isServed }) => {
      const known = await db
        .selectFrom("past_text")
        .select("served")
        .where("memo", "=", memo)
        .where("sha", "=", sha)
        .executeTakeFirst();
      const served = toFlag(isServed || known?.served === 1);
      if (known !== undefined) {
        await db.deleteFrom("past_text").where("memo", "=", memo).where("sha", "=", sha).execute();
      }
      await db
        .insertInto("past_text")
        .values({ memo, sha, content, at_ms: atMs, served })
        .execute();
      await runSql(db, sqlText(pruning, memo, served, maxTexts, maxCharacters));
    },
    find: async (memo, sha) => {
      const row = await db
        .selectFrom("past_text")
        .select("content")
        .where("memo", "=", memo)
        .where("sha", ">=", sha)
        .where("sha", "<=", `${sha}g`)
        .limit(1)
        .executeTakeFirst();
      return row?.content ?? null;
    },
    newest: async (memo) => {
      const rows = await db
        .selectFrom("past_text")
        .select("content")
        .where("memo", "=", memo)
        .orderBy("pk", "desc")
        .execute();
      return rows.map(({ content }) => content);
    },
    removeBefore: (ms, limit) =>
      runSql(
        db,
        sqlText(
          "DELETE FROM past_text WHERE pk IN (SELECT pk FROM past_text WHERE at_ms < ? LIMIT ?)",
          ms,
          limit,
        ),
      ),
    removeByMemo: async (memo) => {
      await db.deleteFrom("past_text").where("memo", "=", memo).execute();
    },
  };
}

// Never deletes a memo's newest text, whatever its length.
const pruning = `
DELETE FROM past_text WHERE pk IN (
  SELECT pk FROM (
    SELECT pk, row_number() OVER newest_first AS place, sum(length(content)) OVER newest_first AS total
    FROM past_text WHERE memo = ? AND served = ?
    WINDOW newest_first AS (ORDER BY pk DESC)
  ) AS placed WHERE place > 1 AND (place > ? OR total > ?)
)`;
