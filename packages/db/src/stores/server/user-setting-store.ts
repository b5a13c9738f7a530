import type { UserSettingStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { rowOf, text } from "../../sql/row.ts";

const valueRow = rowOf({ value: text });

export function createUserSettingStore(db: Kysely<Tables>): UserSettingStore {
  return {
    // As text: every creation runs it, and building a query costs more than running it.
    get: async (user, key) => {
      const [row] = await selectRows(
        db,
        sqlText('SELECT value FROM user_setting WHERE "user" = ? AND key = ?', user, key),
        valueRow,
      );
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
