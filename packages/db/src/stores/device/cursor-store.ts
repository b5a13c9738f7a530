import type { CursorStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";

export function createCursorStore(db: Kysely<Tables>): CursorStore {
  return {
    all: async () => {
      const rows = await db.selectFrom("cursor").selectAll().orderBy("scope").execute();
      return new Map(rows.map((row) => [row.scope, row.seq]));
    },
    set: async (scope, seq) => {
      await db
        .insertInto("cursor")
        .values({ scope, seq })
        .onConflict((conflict) => conflict.column("scope").doUpdateSet({ seq }))
        .execute();
    },
    remove: async (scope) => {
      await db.deleteFrom("cursor").where("scope", "=", scope).execute();
    },
    reset: async () => {
      await db.deleteFrom("cursor").execute();
    },
  };
}
