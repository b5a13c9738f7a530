import type { UserNumberReader } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../../schema/tables.ts";

export function createUserNumberReader(db: Kysely<Tables>): UserNumberReader {
  return {
    usernameOf: async (number) => {
      const row = await db
        .selectFrom("user_account")
        .select("username")
        .where("number", "=", number)
        .where("closed_ms", "is", null)
        .executeTakeFirst();
      return row?.username ?? null;
    },
  };
}
