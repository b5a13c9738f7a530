import type { ShareRecord, ShareStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { MemoShareTable } from "../../schema/memo-tables.ts";
import type { Tables } from "../../schema/tables.ts";

export function createShareStore(db: Kysely<Tables>): ShareStore {
  return {
    findByHash: async (tokenHash) => {
      const row = await db
        .selectFrom("memo_share")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .executeTakeFirst();
      return row === undefined ? null : columnsToShare(row);
    },
    listByMemo: async (memo) => {
      const rows = await db
        .selectFrom("memo_share")
        .selectAll()
        .where("memo", "=", memo)
        .orderBy("created_ms")
        .orderBy("id")
        .execute();
      return rows.map(columnsToShare);
    },
    insert: async (share) => {
      await db
        .insertInto("memo_share")
        .values({
          id: share.id,
          memo: share.memo,
          token_hash: share.tokenHash,
          sealed_token: share.sealedToken,
          creator: share.creator,
          created_ms: share.createdMs,
          expires_ms: share.expiresMs,
        })
        .execute();
    },
    remove: async (id) => {
      await db.deleteFrom("memo_share").where("id", "=", id).execute();
    },
    removeByCreator: async (creator) => {
      const { numDeletedRows } = await db
        .deleteFrom("memo_share")
        .where("creator", "=", creator)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

function columnsToShare(row: Selectable<MemoShareTable>): ShareRecord {
  return {
    id: row.id,
    memo: row.memo,
    tokenHash: row.token_hash,
    sealedToken: row.sealed_token,
    creator: row.creator,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
  };
}
