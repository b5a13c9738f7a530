import type { SyncLogEntry, SyncLogStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

const maxEntries = 500;

export function createSyncLogStore(db: Kysely<Tables>): SyncLogStore {
  return {
    add: async ({ atMs, level, text }) => {
      const { insertId } = await db
        .insertInto("sync_log")
        .values({ at_ms: atMs, level, text })
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom("sync_log")
        .where("pk", "<=", Number(insertId ?? 0) - maxEntries)
        .execute();
    },
    list: async (limit) => {
      const rows = await db
        .selectFrom("sync_log")
        .selectAll()
        .orderBy("pk", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ at_ms: atMs, level, text }): SyncLogEntry => ({
        atMs,
        level: level === "error" ? "error" : "info",
        text,
      }));
    },
  };
}
