import type { UserRecord, UserRole } from "@tidemark/core/model";
import type { AccountUse, UserStore } from "@tidemark/core";
import type { Insertable, Kysely, Selectable } from "kysely";
import { userAccountRow } from "../../schema/table-rows.ts";
import { chunk } from "../../sql/chunk.ts";
import { anyRow, number, orNull, rowOf, text } from "../../sql/row.ts";
import { dialectOf, joinSql, selectRows, sqlText, sqlValues } from "../../sql/sql-text.ts";
import type { UserAccountTable } from "../../schema/account-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { columnToState, stateToColumn, toFlag } from "../shared/memo-columns.ts";

export function createUserStore(db: Kysely<Tables>): UserStore {
  return {
    findByUsername: async (username) => {
      const [columns] = await selectRows(
        db,
        sqlText(
          `SELECT * FROM user_account
            WHERE ${dialectOf(db).isSameName("username")} AND closed_ms IS NULL`,
          username,
        ),
        userAccountRow,
      );
      return columns === undefined ? null : columnsToUser(columns);
    },
    findByNumber: async (number) => {
      const columns = await db
        .selectFrom("user_account")
        .selectAll()
        .where("number", "=", number)
        .where("closed_ms", "is", null)
        .executeTakeFirst();
      return columns === undefined ? null : columnsToUser(columns);
    },
    list: async () => {
      const rows = await db
        .selectFrom("user_account")
        .selectAll()
        .where("closed_ms", "is", null)
        .orderBy("number")
        .execute();
      return rows.map(columnsToUser);
    },
    useOf: (users, nowMs) => readUse(db, users, nowMs),
    hasOthers: async (username) => {
      const row = await db
        .selectFrom("user_account")
        .select("number")
        .where("closed_ms", "is", null)
        .where("state", "=", stateToColumn("NORMAL"))
        // In its stored case: the caller's account has been looked up.
        .where("username", "!=", username)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    isTaken: async (username) => {
      const rows = await selectRows(
        db,
        sqlText(
          `SELECT 1 FROM user_account WHERE ${dialectOf(db).isSameName("username")}`,
          username,
        ),
        anyRow,
      );
      return rows.length > 0;
    },
    closedNames: async () => {
      const rows = await db
        .selectFrom("user_account")
        .select("username")
        .where("closed_ms", "is not", null)
        .orderBy("number")
        .execute();
      return rows.map((row) => row.username);
    },
    insert: async (user) => {
      const { number } = await db
        .insertInto("user_account")
        .values(userToColumns(user))
        .returning("number")
        .executeTakeFirstOrThrow();
      return { ...user, number };
    },
    update: async (user) => {
      await db
        .updateTable("user_account")
        .set(userToColumns(user))
        .where("number", "=", user.number)
        .execute();
    },
    close: async (number, atMs) => {
      await db
        .updateTable("user_account")
        .set({
          role: "USER",
          is_host: 0,
          password_hash: "",
          email: "",
          display_name: "",
          avatar_url: "",
          description: "",
          state: 1,
          updated_ms: atMs,
          closed_ms: atMs,
        })
        .where("number", "=", number)
        .execute();
    },
  };
}

const seenRow = rowOf({ user: text, seen: orNull(number), sessions: number });
const storedRow = rowOf({ user: text, bytes: number });

async function readUse(
  db: Kysely<Tables>,
  users: readonly string[],
  nowMs: number,
): Promise<Map<string, AccountUse>> {
  const use = new Map<string, AccountUse>();
  const known = (user: string): AccountUse =>
    use.get(user) ?? { lastSeenMs: null, sessions: 0, storageBytes: 0 };
  for (const some of chunk(users)) {
    const names = sqlValues(some);
    const seen = [
      sqlText(
        `SELECT "user", max(last_used_ms) AS seen,
           count(CASE WHEN expires_ms > ? AND revoked_ms IS NULL THEN 1 END) AS sessions
         FROM session WHERE "user" IN`,
        nowMs,
      ),
      sqlText(
        'SELECT "user", max(last_used_ms) AS seen, 0 AS sessions FROM access_token WHERE "user" IN',
      ),
      sqlText(
        'SELECT "user", max(last_ms) AS seen, 0 AS sessions FROM sign_in_address WHERE "user" IN',
      ),
    ];
    for (const select of seen) {
      const query = joinSql([select, names, sqlText('GROUP BY "user"')], " ");
      for (const row of await selectRows(db, query, seenRow)) {
        const before = known(row.user);
        const times = [before.lastSeenMs, row.seen].filter((ms) => ms !== null);
        use.set(row.user, {
          ...before,
          lastSeenMs: times.length === 0 ? null : Math.max(...times),
          sessions: before.sessions + row.sessions,
        });
      }
    }
    const stored = joinSql(
      [
        sqlText(
          `SELECT creator AS "user", CAST(sum(size_bytes) AS bigint) AS bytes FROM attachment
           WHERE sha256 IS NOT NULL AND creator IN`,
        ),
        names,
        sqlText("GROUP BY creator"),
      ],
      " ",
    );
    for (const { user, bytes } of await selectRows(db, stored, storedRow)) {
      use.set(user, { ...known(user), storageBytes: bytes });
    }
  }
  return use;
}

function userToColumns(
  user: Omit<UserRecord, "number">,
): Omit<Insertable<UserAccountTable>, "number"> {
  return {
    username: user.username,
    role: user.role,
    is_host: toFlag(user.isHost),
    password_hash: user.passwordHash,
    email: user.email,
    display_name: user.displayName,
    avatar_url: user.avatarUrl,
    description: user.description,
    state: stateToColumn(user.state),
    created_ms: user.createdMs,
    updated_ms: user.updatedMs,
  };
}

function columnsToUser(columns: Selectable<UserAccountTable>): UserRecord {
  return {
    number: columns.number,
    username: columns.username,
    role: toRole(columns.role),
    isHost: columns.is_host === 1,
    passwordHash: columns.password_hash,
    email: columns.email,
    displayName: columns.display_name,
    avatarUrl: columns.avatar_url,
    description: columns.description,
    state: columnToState(columns.state),
    createdMs: columns.created_ms,
    updatedMs: columns.updated_ms,
  };
}

function toRole(role: string): UserRole {
  if (role === "ADMIN" || role === "USER") return role;
  throw new Error(`unknown role ${role}`);
}
