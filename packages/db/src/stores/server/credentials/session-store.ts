import type { SessionRecord, SessionStore } from "@tidemark/core";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { SessionTable } from "../../../schema/account-tables.ts";
import type { Tables } from "../../../schema/tables.ts";

export function createSessionStore(db: Kysely<Tables>): SessionStore {
  const findBy = async (
    column: "secret_hash" | "access_token_hash",
    hash: string,
  ): Promise<SessionRecord | null> => {
    const columns = await db
      .selectFrom("session")
      .selectAll()
      .where(column, "=", hash)
      .executeTakeFirst();
    return columns === undefined ? null : columnsToSession(columns);
  };

  return {
    findBySecretHash: (hash) => findBy("secret_hash", hash),
    findByAccessTokenHash: (hash) => findBy("access_token_hash", hash),
    listByUser: async (user) => {
      const rows = await db
        .selectFrom("session")
        .selectAll()
        .where("user", "=", user)
        .orderBy("last_used_ms", "desc")
        .orderBy("id")
        .execute();
      return rows.map(columnsToSession);
    },
    insert: async (session) => {
      await db.insertInto("session").values(sessionToColumns(session)).execute();
    },
    update: async (session) => {
      await db
        .updateTable("session")
        .set(sessionToColumns(session))
        .where("id", "=", session.id)
        .execute();
    },
    remove: async (id) => {
      await db.deleteFrom("session").where("id", "=", id).execute();
    },
    removeByUser: async (user, exceptId) => {
      let query = db.deleteFrom("session").where("user", "=", user);
      if (exceptId !== null) query = query.where("id", "<>", exceptId);
      await query.execute();
    },
    removeExpired: async (nowMs) => {
      await db.deleteFrom("session").where("expires_ms", "<=", nowMs).execute();
    },
  };
}

function sessionToColumns(session: SessionRecord): Insertable<SessionTable> {
  return {
    id: session.id,
    secret_hash: session.secretHash,
    access_token_hash: session.accessTokenHash,
    access_token_expires_ms: session.accessTokenExpiresMs,
    user: session.user,
    kind: session.kind,
    client_info: session.clientInfo,
    created_ms: session.createdMs,
    last_used_ms: session.lastUsedMs,
    expires_ms: session.expiresMs,
    revoked_ms: session.revokedMs,
  };
}

function columnsToSession(columns: Selectable<SessionTable>): SessionRecord {
  return {
    id: columns.id,
    secretHash: columns.secret_hash,
    accessTokenHash: columns.access_token_hash,
    accessTokenExpiresMs: columns.access_token_expires_ms,
    user: columns.user,
    kind: toKind(columns.kind),
    clientInfo: columns.client_info,
    createdMs: columns.created_ms,
    lastUsedMs: columns.last_used_ms,
    expiresMs: columns.expires_ms,
    revokedMs: columns.revoked_ms,
  };
}

function toKind(kind: string): SessionRecord["kind"] {
  if (kind === "web" || kind === "device") return kind;
  throw new Error(`unknown kind of session ${kind}`);
}
