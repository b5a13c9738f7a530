import type { RevisionRecord, RevisionStore } from "@tidemark/core";
import { type Kysely, type Selectable, sql } from "kysely";
import type { RevisionTable } from "../../schema/memo-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { runSql, sqlText } from "../../sql/sql-text.ts";
import { chunk } from "../../sql/chunk.ts";

export function createRevisionStore(db: Kysely<Tables>): RevisionStore {
  /**
   * Returns a query for the revisions of a memo, newest first, after one of them; null if that one is
   * deleted.
   */
  const ofMemo = async (memo: string, limit: number, afterId?: string) => {
    let query = db.selectFrom("revision").where("memo", "=", memo);
    if (afterId !== undefined) {
      const after = await db
        .selectFrom("revision")
        .select(["at_ms", "pk"])
        .where("id", "=", afterId)
        .executeTakeFirst();
      if (after === undefined) return null;
      query = query.where((where) =>
        where.or([
          where("at_ms", "<", after.at_ms),
          where.and([where("at_ms", "=", after.at_ms), where("pk", "<", after.pk)]),
        ]),
      );
    }
    return { query: query.orderBy("at_ms", "desc").orderBy("pk", "desc").limit(limit) };
  };
  const listByMemo = async (
    memo: string,
    limit: number,
    afterId?: string,
  ): Promise<RevisionRecord[]> => {
    const found = await ofMemo(memo, limit, afterId);
    const rows = (await found?.query.selectAll().execute()) ?? [];
    return rows.map(columnsToRevision);
  };

  return {
    add: async (revision) => {
      await db
        .insertInto("revision")
        .values({
          id: revision.id,
          memo: revision.memo,
          author: revision.author,
          device: revision.device,
          reason: revision.reason,
          at_ms: revision.atMs,
          content: revision.content,
        })
        .execute();
    },
    find: async (id) => {
      const row = await db
        .selectFrom("revision")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : columnsToRevision(row);
    },
    findMany: async (ids) => {
      const found: RevisionRecord[] = [];
      for (const some of chunk(ids)) {
        const rows = await db.selectFrom("revision").selectAll().where("id", "in", some).execute();
        found.push(...rows.map(columnsToRevision));
      }
      return found;
    },
    listByMemo,
    places: async (memo, limit, afterId) => {
      const found = await ofMemo(memo, limit, afterId);
      // SQLite knows the length of a text without reading it.
      const bytes = sql<number>`octet_length(content)`.as("bytes");
      return (await found?.query.select(["id", bytes]).execute()) ?? [];
    },
    removeByMemo: async (memo) => {
      await db.deleteFrom("revision").where("memo", "=", memo).execute();
    },
    latest: async (memo) => {
      const found = await ofMemo(memo, 1);
      const [row] = (await found?.query.select(["id", "at_ms", "reason"]).execute()) ?? [];
      if (row === undefined) return null;
      return { id: row.id, atMs: row.at_ms, reason: toReason(row.reason) };
    },
    thin: async (beforeMs, limit) => {
      return runSql(db, sqlText(thinning, beforeMs, limit));
    },
  };
}

// The length of a day is a literal: bound numbers are floats, which don't divide to integers.
const thinning = `
DELETE FROM revision WHERE pk IN (
  SELECT pk FROM (
    SELECT pk, row_number() OVER (
      PARTITION BY memo, at_ms / 86400000 ORDER BY at_ms DESC, pk DESC
    ) AS place
    FROM revision WHERE at_ms < ?
  ) AS placed WHERE place > 1 LIMIT ?
)`;

function columnsToRevision(columns: Selectable<RevisionTable>): RevisionRecord {
  return {
    id: columns.id,
    memo: columns.memo,
    content: columns.content,
    author: columns.author,
    device: columns.device,
    reason: toReason(columns.reason),
    atMs: columns.at_ms,
  };
}

function toReason(reason: string): RevisionRecord["reason"] {
  switch (reason) {
    case "edit":
    case "merge":
    case "overwrite":
    case "restore":
      return reason;
    default:
      throw new Error(`unknown reason of a revision ${reason}`);
  }
}
