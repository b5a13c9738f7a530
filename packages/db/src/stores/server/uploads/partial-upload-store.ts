import type { PartialUploadStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { runSql, sqlText } from "../../../sql/sql-text.ts";
import type { Tables } from "../../../schema/tables.ts";

export function createPartialUploadStore(db: Kysely<Tables>): PartialUploadStore {
  return {
    find: async (id) => {
      const row = await db
        .selectFrom("partial_upload")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return null;
      const pieces = await db
        .selectFrom("upload_piece")
        .select(["name", "size_bytes as sizeBytes"])
        .where("upload", "=", id)
        .orderBy("start_byte")
        .execute();
      return {
        id,
        user: row.user,
        filename: row.filename,
        type: row.mime_type,
        sizeBytes: row.size_bytes,
        sha256: row.sha256,
        begunMs: row.begun_ms,
        pieces,
      };
    },
    countOf: async (user) => {
      const { count } = await db
        .selectFrom("partial_upload")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("user", "=", user)
        .executeTakeFirstOrThrow();
      return count;
    },
    begunBefore: async (ms, limit) => {
      const rows = await db
        .selectFrom("partial_upload")
        .select("id")
        .where("begun_ms", "<", ms)
        .orderBy("begun_ms")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    insert: async ({ id, user, filename, type, sizeBytes, sha256, begunMs }) => {
      const row = { id, user, filename, mime_type: type, size_bytes: sizeBytes, sha256 };
      await db
        .insertInto("partial_upload")
        .values({ ...row, begun_ms: begunMs })
        .execute();
    },
    putPiece: async ({ upload, startByte, name, sizeBytes }) => {
      const piece = { name, size_bytes: sizeBytes };
      await db
        .insertInto("upload_piece")
        .values({ upload, start_byte: startByte, ...piece })
        .onConflict((conflict) => conflict.columns(["upload", "start_byte"]).doUpdateSet(piece))
        .execute();
    },
    remove: async (id) =>
      (await runSql(db, sqlText("DELETE FROM partial_upload WHERE id = ?", id))) === 1,
  };
}
