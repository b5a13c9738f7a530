import type { TombstoneStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

export function createTombstoneStore(db: Kysely<Tables>): TombstoneStore {
  return {
    has: async (kind, entity) => {
      const row = await db
        .selectFrom("tombstone")
        .select("seq")
        .where("kind", "=", kind)
        .where("entity", "=", entity)
        .executeTakeFirst();
      return row !== undefined;
    },
    add: async (kind, entity, seq, atMs) => {
      await db
        .insertInto("tombstone")
        .values({ kind, entity, seq, at_ms: atMs })
        .onConflict((conflict) =>
          conflict.columns(["kind", "entity"]).doUpdateSet({ seq, at_ms: atMs }),
        )
        .execute();
    },
  };
}
