import type { Thumbnail, ThumbnailStore } from "@tidemark/core";
import { neverMs } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

export function createThumbnailStore(db: Kysely<Tables>): ThumbnailStore {
  return {
    want: async ({ sha256, attachment, orderMs }) => {
      const unmet = { small: null, small_bytes: null, attempts: 0, retry_ms: 0 };
      const row = { sha256, attachment, order_ms: orderMs, ...unmet };
      await db
        .insertInto("blob_thumbnail")
        .values(row)
        .onConflict((conflict) => conflict.column("sha256").doNothing())
        .execute();
    },
    due: ({ nowMs, latestMs }, limit) =>
      db
        .selectFrom("blob_thumbnail")
        .select(["sha256", "attachment", "attempts"])
        .where("small", "is", null)
        .where("retry_ms", "<", neverMs)
        .where(({ or, eb }) => or([eb("retry_ms", "<=", nowMs), eb("retry_ms", ">", latestMs)]))
        .orderBy("order_ms", "desc")
        .orderBy("sha256")
        .limit(limit)
        .execute(),
    postpone: async (sha256, retryMs) => {
      await db
        .updateTable("blob_thumbnail")
        .set((update) => ({ attempts: update("attempts", "+", 1), retry_ms: retryMs }))
        .where("sha256", "=", sha256)
        .execute();
    },
    save: async (picture, { sha256, sizeBytes }) => {
      await db
        .updateTable("blob_thumbnail")
        .set({ small: sha256, small_bytes: sizeBytes })
        .where("sha256", "=", picture)
        .execute();
    },
    among: async (pictures) => {
      const found = new Map<string, Thumbnail>();
      for (const some of chunk(pictures)) {
        const query = db.selectFrom("blob_thumbnail").selectAll().where("sha256", "in", some);
        for (const { sha256, small, small_bytes } of await query.execute()) {
          if (small === null) continue;
          found.set(sha256, { sha256: small, sizeBytes: small_bytes ?? 0 });
        }
      }
      return found;
    },
    remove: async (hashes) => {
      for (const some of chunk(hashes)) {
        await db
          .deleteFrom("blob_thumbnail")
          .where((where) => where.or([where("sha256", "in", some), where("small", "in", some)]))
          .execute();
      }
    },
  };
}
