import type { DeferredStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";

export function createDeferredStore(db: Kysely<Tables>): DeferredStore {
  return {
    put: async (kind, entity, seq, payload) => {
      await db
        .insertInto("deferred")
        .values({ kind, entity, seq, payload })
        .onConflict((conflict) =>
          conflict
            .columns(["kind", "entity"])
            .doUpdateSet({ seq, payload })
            .where("deferred.seq", "<=", seq),
        )
        .execute();
    },
    find: async (kind, entity) => {
      const row = await db
        .selectFrom("deferred")
        .select(["seq", "payload"])
        .where("kind", "=", kind)
        .where("entity", "=", entity)
        .executeTakeFirst();
      return row ?? null;
    },
    all: () => db.selectFrom("deferred").selectAll().orderBy("seq").orderBy("entity").execute(),
    remove: async (kind, entity) => {
      await db
        .deleteFrom("deferred")
        .where("kind", "=", kind)
        .where("entity", "=", entity)
        .execute();
    },
    clear: async () => {
      await db.deleteFrom("deferred").execute();
    },
  };
}
