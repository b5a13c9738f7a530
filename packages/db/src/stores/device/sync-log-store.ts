import type { SyncLogEntry, SyncLogStore } from "@tidemark/core";
import { type SyncNote, syncNoteSchema } from "@tidemark/core/model";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";

const maxEntries = 500;

export function createSyncLogStore(db: Kysely<Tables>): SyncLogStore {
  return {
    add: async ({ atMs, level, code, params }) => {
      const { insertId } = await db
        .insertInto("sync_log")
        .values({ at_ms: atMs, level, code, params: JSON.stringify(params) })
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
      return rows.map(({ at_ms: atMs, level, code, params }): SyncLogEntry => ({
        atMs,
        level: level === "error" ? "error" : "info",
        ...noteOf(code, params),
      }));
    },
  };
}

/** Returns an entry with an unknown code as a text with that code, so the log stays readable. */
function noteOf(code: string, params: string): SyncNote {
  const note = syncNoteSchema.safeParse({ code, params: JSON.parse(params) });
  return note.success ? note.data : { code: "text", params: { text: code } };
}
