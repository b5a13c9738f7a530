import type { StreamRecord, StreamStore } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { StreamTable } from "../../schema/server-sync-tables.ts";
import type { Tables } from "../../schema/tables.ts";

export function createStreamStore(db: Kysely<Tables>): StreamStore {
  return {
    find: async (id) => {
      const row = await db.selectFrom("stream").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : columnsToStream(row);
    },
    seenSince: async (ms) => {
      const rows = await db
        .selectFrom("stream")
        .selectAll()
        .where("last_seen_ms", ">=", ms)
        .orderBy("id")
        .execute();
      return rows.map(columnsToStream);
    },
    save: async (stream) => {
      const values = {
        device: stream.device,
        user: stream.user,
        last_n: stream.lastN,
        last_seen_ms: stream.lastSeenMs,
        confirmed_seq: stream.confirmedSeq,
        newest_moved: stream.newestMoved,
      };
      await db
        .insertInto("stream")
        .values({ id: stream.id, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
    findResult: async (streamId, n) => {
      const row = await db
        .selectFrom("op_result")
        .selectAll()
        .where("stream_id", "=", streamId)
        .where("n", "=", n)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        streamId: row.stream_id,
        n: row.n,
        payloadHash: row.payload_hash,
        code: row.code,
        atMs: row.at_ms,
      };
    },
    wasApplied: async (user, payloadHash) => {
      const row = await db
        .selectFrom("op_result")
        .innerJoin("stream", "stream.id", "op_result.stream_id")
        .select("op_result.n")
        .where("payload_hash", "=", payloadHash)
        .where("code", "=", "applied")
        .where("stream.user", "=", user)
        .executeTakeFirst();
      return row !== undefined;
    },
    addResult: async (result) => {
      await db
        .insertInto("op_result")
        .values({
          stream_id: result.streamId,
          n: result.n,
          payload_hash: result.payloadHash,
          code: result.code,
          at_ms: result.atMs,
        })
        .execute();
    },
    removeResultsBefore: async (ms) => {
      await db.deleteFrom("op_result").where("at_ms", "<", ms).execute();
    },
  };
}

function columnsToStream(row: Selectable<StreamTable>): StreamRecord {
  return {
    id: row.id,
    device: row.device,
    user: row.user,
    lastN: row.last_n,
    lastSeenMs: row.last_seen_ms,
    confirmedSeq: row.confirmed_seq,
    newestMoved: row.newest_moved,
  };
}
