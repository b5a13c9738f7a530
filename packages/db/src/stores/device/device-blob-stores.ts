import type {
  BlobCacheStore,
  BlobCacheUsage,
  BlobDownload,
  BlobDownloadStore,
  BlobUpload,
  BlobUploadStore,
} from "@tidemark/core";
import { type Kysely, type Selectable, sql } from "kysely";
import type { BlobDownloadTable, BlobUploadTable } from "../../schema/device-file-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

export function createBlobUploadStore(db: Kysely<Tables>): BlobUploadStore {
  return {
    find: async (attachment) => {
      const row = await db
        .selectFrom("blob_upload")
        .selectAll()
        .where("attachment", "=", attachment)
        .executeTakeFirst();
      return row === undefined ? null : columnsToUpload(row);
    },
    list: async (limit) => {
      const query = db.selectFrom("blob_upload").selectAll().orderBy("at_ms").orderBy("attachment");
      return (await query.limit(limit).execute()).map(columnsToUpload);
    },
    count: async () => {
      const row = await db
        .selectFrom("blob_upload")
        .select((select) => select.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    save: async ({ attachment, ...upload }) => {
      const values = {
        sha256: upload.sha256,
        url: upload.url,
        sent_bytes: upload.sentBytes,
        attempts: upload.attempts,
        error: upload.error,
        at_ms: upload.atMs,
      };
      await db
        .insertInto("blob_upload")
        .values({ attachment, ...values })
        .onConflict((conflict) => conflict.column("attachment").doUpdateSet(values))
        .execute();
    },
    remove: async (attachment) => {
      await db.deleteFrom("blob_upload").where("attachment", "=", attachment).execute();
    },
  };
}

export function createBlobDownloadStore(db: Kysely<Tables>): BlobDownloadStore {
  return {
    add: async (download) => {
      await db
        .insertInto("blob_download")
        .values({
          sha256: download.sha256,
          attachment: download.attachment,
          size_bytes: download.sizeBytes,
          attempts: download.attempts,
          order_ms: download.orderMs,
          retry_ms: download.retryMs,
        })
        .onConflict((conflict) => conflict.column("sha256").doNothing())
        .execute();
    },
    due: async ({ nowMs, latestMs }, limit) => {
      const rows = await db
        .selectFrom("blob_download")
        .selectAll()
        .where(({ or, eb }) => or([eb("retry_ms", "<=", nowMs), eb("retry_ms", ">", latestMs)]))
        .orderBy("order_ms", "desc")
        .orderBy("sha256")
        .limit(limit)
        .execute();
      return rows.map(columnsToDownload);
    },
    postpone: async (sha256, retryMs) => {
      await db
        .updateTable("blob_download")
        .set((update) => ({ attempts: update("attempts", "+", 1), retry_ms: retryMs }))
        .where("sha256", "=", sha256)
        .execute();
    },
    remove: async (sha256) => {
      await db.deleteFrom("blob_download").where("sha256", "=", sha256).execute();
    },
  };
}

export function createBlobCacheStore(db: Kysely<Tables>): BlobCacheStore {
  return {
    note: async (sha256, sizeBytes, usedMs) => {
      const values = { size_bytes: sizeBytes, used_ms: usedMs };
      await db
        .insertInto("blob_cache")
        .values({ sha256, ...values })
        .onConflict((conflict) => conflict.column("sha256").doUpdateSet(values))
        .execute();
    },
    touch: async (sha256, usedMs) => {
      const update = db.updateTable("blob_cache").set({ used_ms: usedMs });
      await update.where("sha256", "=", sha256).execute();
    },
    totalBytes: async () => {
      const row = await db
        .selectFrom("blob_cache")
        .select((select) => select.fn.sum<number | null>("size_bytes").as("total"))
        .executeTakeFirstOrThrow();
      return row.total ?? 0;
    },
    usage: async () => {
      const { rows } = await sql<Record<keyof BlobCacheUsage, number>>`
        SELECT coalesce(sum(size_bytes), 0) AS totalBytes,
          coalesce(sum(size_bytes) FILTER (WHERE sha256 IN (${pinnedContent})), 0) AS pinnedBytes,
          coalesce(sum(size_bytes) FILTER (WHERE ${isEvictable}), 0) AS evictableBytes
        FROM blob_cache`.execute(db);
      return rows[0] ?? { totalBytes: 0, pinnedBytes: 0, evictableBytes: 0 };
    },
    evictable: async (limit) => {
      const { rows } = await sql<{ sha256: string; size_bytes: number }>`
        SELECT sha256, size_bytes FROM blob_cache WHERE ${isEvictable}
        ORDER BY used_ms, sha256 LIMIT ${limit}`.execute(db);
      return rows.map((row) => ({ sha256: row.sha256, sizeBytes: row.size_bytes }));
    },
    remove: async (sha256) => {
      await db.deleteFrom("blob_cache").where("sha256", "=", sha256).execute();
    },
    pin: async (attachment, isPinned) => {
      if (isPinned) {
        const values = db.insertInto("attachment_pin").values({ attachment });
        await values.onConflict((conflict) => conflict.doNothing()).execute();
      } else {
        await db.deleteFrom("attachment_pin").where("attachment", "=", attachment).execute();
      }
    },
    pinnedAmong: async (attachments) => {
      const pinned = new Set<string>();
      for (const some of chunk(attachments)) {
        const query = db.selectFrom("attachment_pin").selectAll();
        const rows = await query.where("attachment", "in", some).execute();
        for (const { attachment } of rows) pinned.add(attachment);
      }
      return pinned;
    },
  };
}

const pinnedContent = sql`
  SELECT attachment.sha256 FROM attachment_pin
  JOIN attachment ON attachment.id = attachment_pin.attachment
  WHERE attachment.sha256 IS NOT NULL`;

/**
 * Condition on a row of `blob_cache`: neither pinned nor to be sent to the server, nor a thumbnail, which
 * lists show for pictures with evicted content.
 */
const isEvictable = sql`
  sha256 NOT IN (SELECT sha256 FROM blob_upload)
  AND sha256 NOT IN (SELECT small FROM blob_thumbnail WHERE small IS NOT NULL)
  AND sha256 NOT IN (
    SELECT json_extract(op, '$.sha256') FROM outbox
    WHERE entity LIKE 'attachment:%' AND json_extract(op, '$.sha256') IS NOT NULL)
  AND sha256 NOT IN (${pinnedContent})`;

function columnsToUpload(row: Selectable<BlobUploadTable>): BlobUpload {
  return {
    attachment: row.attachment,
    sha256: row.sha256,
    url: row.url,
    sentBytes: row.sent_bytes,
    attempts: row.attempts,
    error: row.error,
    atMs: row.at_ms,
  };
}

function columnsToDownload(row: Selectable<BlobDownloadTable>): BlobDownload {
  return {
    sha256: row.sha256,
    attachment: row.attachment,
    sizeBytes: row.size_bytes,
    attempts: row.attempts,
    orderMs: row.order_ms,
    retryMs: row.retry_ms,
  };
}
