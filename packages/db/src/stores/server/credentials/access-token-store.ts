import type { AccessTokenRecord, AccessTokenStore } from "@tidemark/core";
import type { TokenScope } from "@tidemark/core/model";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { AccessTokenTable } from "../../../schema/account-tables.ts";
import type { Tables } from "../../../schema/tables.ts";

export function createAccessTokenStore(db: Kysely<Tables>): AccessTokenStore {
  const findBy = async (
    column: "hash" | "id",
    value: string,
  ): Promise<AccessTokenRecord | null> => {
    const columns = await db
      .selectFrom("access_token")
      .selectAll()
      .where(column, "=", value)
      .executeTakeFirst();
    return columns === undefined ? null : columnsToToken(columns);
  };

  return {
    findByHash: (hash) => findBy("hash", hash),
    find: (id) => findBy("id", id),
    listByUser: async (user, afterId, limit) => {
      let query = db
        .selectFrom("access_token")
        .selectAll()
        .where("user", "=", user)
        .where("revoked_ms", "is", null);
      if (afterId !== null) {
        // A token revoked since the last page still marks the end of that page.
        const after = await findBy("id", afterId);
        if (after === null) return [];
        query = query.where((where) =>
          where.or([
            where("created_ms", "<", after.createdMs),
            where.and([where("created_ms", "=", after.createdMs), where("id", "<", after.id)]),
          ]),
        );
      }
      const rows = await query
        .orderBy("created_ms", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(columnsToToken);
    },
    listMadeBy: async (maker) => {
      const rows = await db
        .selectFrom("access_token")
        .selectAll()
        .where("maker", "=", maker)
        .where("revoked_ms", "is", null)
        .orderBy("id")
        .execute();
      return rows.map(columnsToToken);
    },
    insert: async (token) => {
      await db.insertInto("access_token").values(tokenToColumns(token)).execute();
    },
    update: async (token) => {
      await db
        .updateTable("access_token")
        .set(tokenToColumns(token))
        .where("id", "=", token.id)
        .execute();
    },
    removeByUser: async (user) => {
      const { numDeletedRows } = await db
        .deleteFrom("access_token")
        .where("user", "=", user)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

function tokenToColumns(token: AccessTokenRecord): Insertable<AccessTokenTable> {
  return {
    id: token.id,
    user: token.user,
    name: token.name,
    description: token.description,
    scope: token.scope,
    hash: token.hash,
    created_ms: token.createdMs,
    expires_ms: token.expiresMs,
    last_used_ms: token.lastUsedMs,
    revoked_ms: token.revokedMs,
    maker: token.maker,
  };
}

function columnsToToken(columns: Selectable<AccessTokenTable>): AccessTokenRecord {
  return {
    id: columns.id,
    user: columns.user,
    name: columns.name,
    description: columns.description,
    scope: toScope(columns.scope),
    hash: columns.hash,
    createdMs: columns.created_ms,
    expiresMs: columns.expires_ms,
    lastUsedMs: columns.last_used_ms,
    revokedMs: columns.revoked_ms,
    maker: columns.maker,
  };
}

function toScope(scope: string | null): TokenScope | null {
  if (scope === null || scope === "read" || scope === "write" || scope === "admin") return scope;
  throw new Error(`unknown scope ${scope}`);
}
