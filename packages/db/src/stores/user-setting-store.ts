import type { UserSettingStore } from "@tidemark/core/setting";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

export function createUserSettingStore(db: Kysely<Tables>): UserSettingStore {
  return {
    get: async (user, key) => {
      const row = await db
        .selectFrom("user_setting")
        .select("value")
        .where("user", "=", user)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value ?? null;
    },
    set: async (user, key, value) => {
      await db
        .insertInto("user_setting")
        .values({ user, key, value })
        .onConflict((conflict) => conflict.columns(["user", "key"]).doUpdateSet({ value }))
        .execute();
    },
    removeByUser: async (user) => {
      await db.deleteFrom("user_setting").where("user", "=", user).execute();
    },
  };
}
