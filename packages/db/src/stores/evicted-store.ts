import type { EvictedStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

export function createEvictedStore(db: Kysely<Tables>): EvictedStore {
  return {
    get: async (entity) => {
      const row = await db
        .selectFrom("evicted")
        .select("seq")
        .where("entity", "=", entity)
        .executeTakeFirst();
      return row?.seq ?? null;
    },
    set: async (entity, seq) => {
      await db
        .insertInto("evicted")
        .values({ entity, seq })
        .onConflict((conflict) => conflict.column("entity").doUpdateSet({ seq }))
        .execute();
    },
    reset: async () => {
      await db.deleteFrom("evicted").execute();
    },
  };
}
