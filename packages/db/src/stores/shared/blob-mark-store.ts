import type { BlobMarkStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";

/** Earlier than any real time. */
const sweepSoonMs = 0;

export function createBlobMarkStore(db: Kysely<Tables>): BlobMarkStore {
  return {
    usedAmong: async (hashes) => {
      const used = new Set<string>();
      for (const some of chunk(hashes)) {
        const rows = await db
          .selectFrom("blob_in_use")
          .select("sha256")
          .distinct()
          .where("sha256", "in", some)
          .execute();
        for (const { sha256 } of rows) used.add(sha256);
      }
      return used;
    },
    mark: async (hashes, atMs) => {
      for (const sha256 of hashes) {
        await db
          .insertInto("blob_orphan")
          .values({ sha256, since_ms: atMs })
          .onConflict((conflict) =>
            // Corrects a mark from a clock that was ahead.
            conflict
              .column("sha256")
              .doUpdateSet((update) => ({ since_ms: update.ref("excluded.since_ms") }))
              .whereRef("excluded.since_ms", "<", "blob_orphan.since_ms"),
          )
          .execute();
      }
    },
    unmark: async (hashes) => {
      for (const some of chunk(hashes)) {
        await db.deleteFrom("blob_orphan").where("sha256", "in", some).execute();
      }
    },
    sweepSoon: async (sha256) => {
      await db
        .insertInto("blob_orphan")
        .values({ sha256, since_ms: sweepSoonMs })
        .onConflict((conflict) => conflict.column("sha256").doUpdateSet({ since_ms: sweepSoonMs }))
        .execute();
    },
    // Content that a device has uploaded may be attached to a memo any moment.
    sweepDue: async (limit) => {
      const rows = await unused()
        .where("since_ms", "=", sweepSoonMs)
        .where((where) =>
          where("sha256", "not in", where.selectFrom("received_blob").select("sha256")),
        )
        .orderBy("sha256")
        .limit(limit)
        .execute();
      return rows.map((row) => row.sha256);
    },
    sweepReceived: async (ms) => {
      await db.deleteFrom("received_blob").where("at_ms", "<", ms).execute();
    },
    // Excludes content marked by `sweepSoon`, which `sweepDue` returns at once; a sweep would keep it for a
    // week.
    markedBefore: async (ms, limit) => {
      const rows = await unused()
        .where("since_ms", ">", sweepSoonMs)
        .where("since_ms", "<", ms)
        .orderBy("since_ms")
        .orderBy("sha256")
        .limit(limit)
        .execute();
      return rows.map((row) => row.sha256);
    },
  };

  function unused() {
    return db
      .selectFrom("blob_orphan")
      .select("sha256")
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("blob_in_use")
              .select("blob_in_use.sha256")
              .whereRef("blob_in_use.sha256", "=", "blob_orphan.sha256"),
          ),
        ),
      );
  }
}
