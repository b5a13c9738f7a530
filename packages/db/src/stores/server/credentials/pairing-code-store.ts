import type { PairingCodeRecord, PairingCodeStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { PairingCodeTable } from "../../../schema/account-tables.ts";
import type { Tables } from "../../../schema/tables.ts";

export function createPairingCodeStore(db: Kysely<Tables>): PairingCodeStore {
  return {
    findByHash: async (hash) => {
      const columns = await db
        .selectFrom("pairing_code")
        .selectAll()
        .where("hash", "=", hash)
        .executeTakeFirst();
      return columns === undefined ? null : columnsToCode(columns);
    },
    listByUser: async (user) => {
      const rows = await db
        .selectFrom("pairing_code")
        .selectAll()
        .where("user", "=", user)
        .orderBy("created_ms")
        .orderBy("id")
        .execute();
      return rows.map(columnsToCode);
    },
    insert: async ({ createdMs, expiresMs, ...code }) => {
      await db
        .insertInto("pairing_code")
        .values({ ...code, created_ms: createdMs, expires_ms: expiresMs })
        .execute();
    },
    use: async (id, session) => {
      const { numUpdatedRows } = await db
        .updateTable("pairing_code")
        .set({ opened: session })
        .where("id", "=", id)
        .where("opened", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    remove: async (id) => {
      await db.deleteFrom("pairing_code").where("id", "=", id).execute();
    },
    removeByUser: async (user) => {
      await db.deleteFrom("pairing_code").where("user", "=", user).execute();
    },
    removeExpired: async (nowMs) => {
      await db.deleteFrom("pairing_code").where("expires_ms", "<=", nowMs).execute();
    },
  };
}

function columnsToCode(columns: Selectable<PairingCodeTable>): PairingCodeRecord {
  const { id, hash, user, maker, opened, created_ms: createdMs, expires_ms: expiresMs } = columns;
  return { id, hash, user, maker, opened, createdMs, expiresMs };
}
