import type { BlobRemovalStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../../schema/tables.ts";

export function createBlobRemovalStore(db: Kysely<Tables>): BlobRemovalStore {
  return {
    begin: async (sha256, { nowMs, untilMs }) => {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("blob_removal")
        .values({ sha256, until_ms: untilMs })
        .onConflict((conflict) =>
          conflict
            .column("sha256")
            .doUpdateSet({ until_ms: untilMs })
            .where("blob_removal.until_ms", "<=", nowMs),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },
    end: async (sha256, untilMs) => {
      await db
        .deleteFrom("blob_removal")
        .where("sha256", "=", sha256)
        .where("until_ms", "=", untilMs)
        .execute();
    },
    isUnderWay: async (sha256, nowMs) => {
      const row = await db
        .selectFrom("blob_removal")
        .select("sha256")
        .where("sha256", "=", sha256)
        .where("until_ms", ">", nowMs)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
