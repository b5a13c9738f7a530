import type { MetaStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { chunk } from "./chunk.ts";
import { lastNumber, nextNumber } from "./counter.ts";

export function createMetaStore(db: Kysely<Tables>): MetaStore {
  return {
    get: async (key) => {
      const row = await db
        .selectFrom("meta")
        .select("value")
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value ?? null;
    },
    getMany: async (keys) => {
      const values = new Map<string, string>();
      for (const some of chunk(keys)) {
        const rows = await db.selectFrom("meta").selectAll().where("key", "in", some).execute();
        for (const row of rows) values.set(row.key, row.value);
      }
      return values;
    },
    set: async (key, value) => {
      if (value === null) {
        await db.deleteFrom("meta").where("key", "=", key).execute();
        return;
      }
      await db
        .insertInto("meta")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },
    nextSeq: () => nextNumber(db, "seq"),
    headSeq: () => lastNumber(db, "seq"),
  };
}
