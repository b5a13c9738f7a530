import type { DueReferrerStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";

export function createDueReferrerStore(db: Kysely<Tables>): DueReferrerStore {
  return {
    put: async ({ target, after }) => {
      await db
        .insertInto("due_referrers")
        .values({ target, after })
        .onConflict((conflict) => conflict.column("target").doUpdateSet({ after }))
        .execute();
    },
    first: async () =>
      (await db
        .selectFrom("due_referrers")
        .selectAll()
        .orderBy("target")
        .limit(1)
        .executeTakeFirst()) ?? null,
    remove: async (target) => {
      await db.deleteFrom("due_referrers").where("target", "=", target).execute();
    },
  };
}
