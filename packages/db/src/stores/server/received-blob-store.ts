import type { ReceivedBlobStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { readMetadata, readMotion } from "../../schema/own-rows.ts";
import { number, rowOf } from "../../sql/row.ts";

const totalRow = rowOf({ total: number });

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
    bytesWaiting: async (user, exceptSha256) => {
      const [row] = await selectRows(
        db,
        sqlText(
          `SELECT coalesce(sum(size_bytes), 0) AS total FROM (
             SELECT sha256, max(size_bytes) AS size_bytes FROM received_blob AS r
             WHERE user = ? AND sha256 IS NOT ? AND NOT EXISTS
               (SELECT 1 FROM attachment AS a WHERE a.sha256 = r.sha256 AND a.creator = r.user)
             GROUP BY sha256)`,
          user,
          exceptSha256,
        ),
        totalRow,
      );
      return row?.total ?? 0;
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
    removeBefore: async (ms) => {
      await db.deleteFrom("received_blob").where("at_ms", "<", ms).execute();
    },
  };
}
