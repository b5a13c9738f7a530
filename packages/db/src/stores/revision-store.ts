import type { RevisionRecord, RevisionStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { RevisionTable, Tables } from "../schema/tables.ts";

export function createRevisionStore(db: Kysely<Tables>): RevisionStore {
  const listByMemo = async (memo: string, limit: number): Promise<RevisionRecord[]> => {
    const rows = await db
      .selectFrom("revision")
      .selectAll()
      .where("memo", "=", memo)
      .orderBy("at_ms", "desc")
      .orderBy("pk", "desc")
      .limit(limit)
      .execute();
    return rows.map(columnsToRevision);
  };

  return {
    add: async (revision) => {
      await db
        .insertInto("revision")
        .values({
          id: revision.id,
          memo: revision.memo,
          author: revision.author,
          device: revision.device,
          reason: revision.reason,
          at_ms: revision.atMs,
          content: revision.content,
        })
        .execute();
    },
    listByMemo,
    latest: async (memo) => (await listByMemo(memo, 1))[0] ?? null,
  };
}

function columnsToRevision(columns: Selectable<RevisionTable>): RevisionRecord {
  return {
    id: columns.id,
    memo: columns.memo,
    content: columns.content,
    author: columns.author,
    device: columns.device,
    reason: toReason(columns.reason),
    atMs: columns.at_ms,
  };
}

function toReason(reason: string): RevisionRecord["reason"] {
  switch (reason) {
    case "edit":
    case "merge":
    case "overwrite":
    case "restore":
      return reason;
    default:
      throw new Error(`unknown reason of a revision ${reason}`);
  }
}
