import type { ReceivedBlobStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../../schema/tables.ts";
import { readMetadata, readMotion } from "../../../schema/own-rows.ts";

export function createReceivedBlobStore(db: Kysely<Tables>): ReceivedBlobStore {
  return {
    find: async (user, declaredSha256) => {
      const row = await db
        .selectFrom("received_blob")
        .selectAll()
        .where("user", "=", user)
        .where("declared_sha256", "=", declaredSha256)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        user,
        declaredSha256,
        sha256: row.sha256,
        sizeBytes: row.size_bytes,
        type: row.mime_type,
        motion: row.motion === null ? null : readMotion(row.motion),
        metadata: row.metadata === null ? null : readMetadata(row.metadata),
        atMs: row.at_ms,
      };
    },
    save: async ({ user, declaredSha256, ...blob }) => {
      const values = {
        sha256: blob.sha256,
        size_bytes: blob.sizeBytes,
        mime_type: blob.type,
        motion: blob.motion === null ? null : JSON.stringify(blob.motion),
        metadata: blob.metadata === null ? null : JSON.stringify(blob.metadata),
        at_ms: blob.atMs,
      };
      await db
        .insertInto("received_blob")
        .values({ user, declared_sha256: declaredSha256, ...values })
        .onConflict((conflict) => conflict.columns(["user", "declared_sha256"]).doUpdateSet(values))
        .execute();
    },
    removeByUser: async (user) => {
      const rows = await db
        .deleteFrom("received_blob")
        .where("user", "=", user)
        .returning("sha256")
        .execute();
      return rows.map((row) => row.sha256);
    },
  };
}
