import { parseAnyJson, type RegisterStore } from "@tidemark/core";
import type { Register, RegisterKind } from "@tidemark/core/merge";
import { type Kysely, type Selectable, sql } from "kysely";
import type { RegisterTable } from "../../schema/account-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, rowOf } from "../../sql/row.ts";
import { runSql, selectRows, sqlText } from "../../sql/sql-text.ts";
import { chunk } from "../../sql/chunk.ts";
import type { UserReference } from "@tidemark/core/names";

const valueBytes = sql<number>`octet_length(value)`;
const countRow = rowOf({ count: number });

export function createRegisterStore(db: Kysely<Tables>): RegisterStore {
  const of = (user: UserReference, kind: RegisterKind) =>
    db.selectFrom("register").selectAll().where("user", "=", user).where("kind", "=", kind);

  return {
    find: async (user, kind, id) => {
      const row = await of(user, kind).where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : columnsToRegister(row);
    },
    findMany: async (user, kind, ids) => {
      const found: Register[] = [];
      for (const some of chunk(ids)) {
        const rows = await of(user, kind).where("id", "in", some).execute();
        found.push(...rows.map(columnsToRegister));
      }
      return found;
    },
    list: async (user, kind, maxBytes) => {
      let query = of(user, kind).orderBy("id");
      if (maxBytes !== undefined) query = query.where(valueBytes, "<=", maxBytes);
      return (await query.execute()).map(columnsToRegister);
    },
    sizes: async (user, kind, ids) => {
      const sizes = new Map<string, number>();
      for (const some of chunk(ids)) {
        const rows = await db
          .selectFrom("register")
          .select(["id", valueBytes.as("bytes")])
          .where("user", "=", user)
          .where("kind", "=", kind)
          .where("id", "in", some)
          .execute();
        for (const { id, bytes } of rows) sizes.set(id, Number(bytes));
      }
      return sizes;
    },
    count: async (user, kind, prefix) => {
      const [counted] = await selectRows(
        db,
        sqlText(
          `SELECT count(*) AS count FROM register
            WHERE "user" = ? AND kind = ? AND value <> 'null' AND substr(id, 1, ${[...prefix].length}) = ?`,
          user,
          kind,
          prefix,
        ),
        countRow,
      );
      return counted?.count ?? 0;
    },
    emptiedBefore: async (stamp, limit) => {
      const rows = await db
        .selectFrom("register")
        .selectAll()
        // A literal, not a bound value: SQLite chooses the partial index by it.
        .where("value", "=", sql.lit("null"))
        .where("stamp", "<", stamp)
        .limit(limit)
        .execute();
      return rows.map(columnsToRegister);
    },
    save: async ({ user, kind, id, value, stamp, seq }) => {
      const columns = { value: JSON.stringify(value), stamp, seq };
      await db
        .insertInto("register")
        .values({ user, kind, id, ...columns })
        .onConflict((conflict) => conflict.columns(["user", "kind", "id"]).doUpdateSet(columns))
        .execute();
    },
    remove: async (user, kind, id) => {
      await db
        .deleteFrom("register")
        .where("user", "=", user)
        .where("kind", "=", kind)
        .where("id", "=", id)
        .execute();
    },
    removeByUser: async (user) => {
      await db.deleteFrom("register").where("user", "=", user).execute();
    },
    renameUser: async (from, to) => {
      await runSql(
        db,
        sqlText(
          `INSERT INTO register ("user", kind, id, value, stamp, seq)
             SELECT CAST(? AS TEXT), kind, id, value, stamp, 0 FROM register WHERE "user" = ?
             ON CONFLICT ("user", kind, id) DO UPDATE
               SET value = excluded.value, stamp = excluded.stamp
               WHERE excluded.stamp > register.stamp`,
          to,
          from,
        ),
      );
      await db.deleteFrom("register").where("user", "=", from).execute();
    },
  };
}

function columnsToRegister(row: Selectable<RegisterTable>): Register {
  const { user, id, stamp, seq } = row;
  return {
    user,
    kind: toRegisterKind(row.kind),
    id,
    value: parseAnyJson(row.value),
    stamp,
    seq,
  };
}

function toRegisterKind(kind: string): RegisterKind {
  if (kind === "setting" || kind === "view") return kind;
  throw new Error(`unknown kind of register ${kind}`);
}
