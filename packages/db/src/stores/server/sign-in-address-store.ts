import type { SignInAddressStore } from "@tidemark/core";
import type { Kysely } from "kysely";
import { runSql, selectRows, sqlText } from "../../sql/sql-text.ts";
import type { Tables } from "../../schema/tables.ts";
import { anyRow, rowOf, text, userReference } from "../../sql/row.ts";

const userAddressRow = rowOf({ user: userReference, address: text });

const maxPerUser = 100;

export function createSignInAddressStore(db: Kysely<Tables>): SignInAddressStore {
  const isKnown = async (user: string, address: string): Promise<boolean> => {
    const query = sqlText(
      'SELECT 1 FROM sign_in_address WHERE "user" = ? AND address = ?',
      user,
      address,
    );
    return (await selectRows(db, query, anyRow)).length > 0;
  };

  return {
    isKnown,
    note: async (user, address, atMs) => {
      const isNew = !(await isKnown(user, address));
      await runSql(
        db,
        sqlText(
          `INSERT INTO sign_in_address AS known ("user", address, last_ms) VALUES (?, ?, ?)
             ON CONFLICT ("user", address) DO UPDATE SET last_ms = excluded.last_ms
             WHERE excluded.last_ms > known.last_ms`,
          user,
          address,
          atMs,
        ),
      );
      if (isNew) await removeOldest(db, user);
      return isNew;
    },
    removeByUser: async (user) => {
      await db.deleteFrom("sign_in_address").where("user", "=", user).execute();
    },
    removeBefore: async (ms, limit) => {
      const old = await selectRows(
        db,
        sqlText(
          'SELECT "user", address FROM sign_in_address WHERE last_ms < ? ORDER BY last_ms LIMIT ?',
          ms,
          limit,
        ),
        userAddressRow,
      );
      for (const { user, address } of old) {
        await db
          .deleteFrom("sign_in_address")
          .where("user", "=", user)
          .where("address", "=", address)
          .execute();
      }
      return old.length;
    },
  };
}

async function removeOldest(db: Kysely<Tables>, user: string): Promise<void> {
  await runSql(
    db,
    sqlText(
      `DELETE FROM sign_in_address WHERE "user" = ? AND address NOT IN (
         SELECT address FROM sign_in_address WHERE "user" = ?
           ORDER BY last_ms DESC, address LIMIT ?)`,
      user,
      user,
      maxPerUser,
    ),
  );
}
