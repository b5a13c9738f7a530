import type { OutboxRow, OutboxState, OutboxStore } from "@tidemark/core";
import { entityKey, kindOf, type MemoOp, readStoredOp, type SyncOp } from "@tidemark/core/merge";
import { type Kysely, type Selectable, sql } from "kysely";
import { selectRows, sqlText } from "../../sql/sql-text.ts";
import type { OutboxTable } from "../../schema/device-sync-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { chunk } from "../../sql/chunk.ts";
import { nextNumber, setLastNumber } from "../shared/counter.ts";
import { outboxRow } from "../../schema/table-rows.ts";

export function createOutboxStore(db: Kysely<Tables>): OutboxStore {
  const select = db.selectFrom("outbox").selectAll();

  return {
    append: async (op, atMs, state = "pending", error = null) => {
      const n = state === "pending" ? await nextNumber(db, "outbox") : (await lowest(db)) - 1;
      await db
        .insertInto("outbox")
        .values({
          n,
          entity: keyOf(op),
          state,
          attempts: 0,
          error,
          at_ms: atMs,
          op: JSON.stringify(op),
        })
        .execute();
      return n;
    },
    pending: async (limit) => {
      const rows = await select.where("state", "=", "pending").orderBy("n").limit(limit).execute();
      return rows.map(columnsToOutboxRow);
    },
    pendingOf: async (memo) => {
      const rows = await selectRows(
        db,
        sqlText("SELECT * FROM outbox WHERE entity = ? AND state = 'pending' ORDER BY n", memo),
        outboxRow,
      );
      // Keys of memos are never keys of other entities.
      return rows.map((row) => columnsToOutboxRow(row) as OutboxRow<MemoOp>);
    },
    waitingOn: async (key) => {
      // Runs for nearly every row of a sync, and nearly always finds nothing. For a list of states or an
      // ORDER BY, SQLite would create a temporary table each time.
      const rows = await selectRows(
        db,
        sqlText("SELECT * FROM outbox WHERE entity = ? AND state <> 'rejected'", key),
        outboxRow,
      );
      return rows.map(columnsToOutboxRow).toSorted((a, b) => Math.abs(a.n) - Math.abs(b.n));
    },
    blocked: async () => {
      const rows = await select
        .where("state", "=", "blocked")
        .where("error", "is", null)
        .orderBy("n", "desc")
        .execute();
      return rows.map(columnsToOutboxRow);
    },
    held: async () => {
      const rows = await select
        .where("state", "=", "blocked")
        .where("error", "is not", null)
        .orderBy("n", "desc")
        .execute();
      return rows.map(columnsToOutboxRow);
    },
    block: async (ns) => {
      for (const some of chunk(ns)) {
        await db.updateTable("outbox").set({ state: "blocked" }).where("n", "in", some).execute();
      }
    },
    rejected: async (limit) => {
      const rows = await select
        .where((row) =>
          row.or([
            row("state", "=", "rejected"),
            // Held memos; the links of their files wait with them.
            row.and([
              row("state", "=", "blocked"),
              row("error", "is not", null),
              row("entity", "not like", "%:%"),
            ]),
          ]),
        )
        .orderBy("at_ms", "desc")
        .orderBy("n", "desc")
        .limit(limit)
        .execute();
      return rows.map(columnsToOutboxRow);
    },
    countPending: async () => {
      const row = await db
        .selectFrom("outbox")
        .select((select) => select.fn.countAll<number>().as("count"))
        .where("state", "=", "pending")
        .executeTakeFirstOrThrow();
      return row.count;
    },
    marksAmong: async (keys) => {
      const waiting = new Set<string>();
      const refused = new Map<string, OutboxRow>();
      for (const some of chunk(keys)) {
        const rows = await select
          .where("entity", "in", some)
          .where("state", "!=", "rejected")
          .execute();
        for (const row of rows) {
          if (row.state === "pending") waiting.add(row.entity);
          if (row.error !== null) refused.set(row.entity, columnsToOutboxRow(row));
        }
      }
      return { waiting, refused };
    },
    replace: async (n, op) => {
      const { numUpdatedRows } = await db
        .updateTable("outbox")
        .set({ entity: keyOf(op), op: JSON.stringify(op) })
        .where("n", "=", n)
        .where("state", "=", "pending")
        .where("attempts", "=", 0)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Error(`outbox row ${n} was sent or is gone`);
    },
    addEditBase: async (n, base) => {
      const { numUpdatedRows } = await db
        .updateTable("outbox")
        .set({ op: sql<string>`json_set(op, '$.edit.base', json(${JSON.stringify(base)}))` })
        .where("n", "=", n)
        .where("state", "=", "pending")
        .where(sql<string>`json_type(op, '$.edit')`, "=", "object")
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Error(`outbox row ${n} is no pending edit`);
    },
    markSent: async (ns) => {
      for (const some of chunk(ns)) {
        await db
          .updateTable("outbox")
          .set((set) => ({ attempts: set("attempts", "+", 1) }))
          .where("n", "in", some)
          .execute();
      }
    },
    reject: async (n, error) => {
      await db.updateTable("outbox").set({ state: "rejected", error }).where("n", "=", n).execute();
    },
    remove: async (ns) => {
      for (const some of chunk(ns)) {
        await db.deleteFrom("outbox").where("n", "in", some).execute();
      }
    },
    renumber: () => renumber(db),
  };
}

function keyOf(op: SyncOp): string {
  return entityKey(kindOf(op), op.entity);
}

/** Returns the lowest position, at most zero. */
async function lowest(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("outbox")
    .select((select) => select.fn.min("n").as("n"))
    .executeTakeFirst();
  return Math.min(0, row?.n ?? 0);
}

/**
 * Moves rejected and blocked rows, which belong to no stream, below zero, where no position of the new stream
 * can collide. In ascending order, a pending row only ever moves to a free number.
 */
async function renumber(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom("outbox").select(["n", "state"]).orderBy("n").execute();
  let free = Math.min(0, ...rows.slice(0, 1).map((row) => row.n));
  for (const row of rows) {
    if (row.state === "pending" || row.n < 0) continue;
    free -= 1;
    await db.updateTable("outbox").set({ n: free }).where("n", "=", row.n).execute();
  }
  let last = 0;
  for (const row of rows) {
    if (row.state !== "pending") continue;
    last += 1;
    await db.updateTable("outbox").set({ n: last, attempts: 0 }).where("n", "=", row.n).execute();
  }
  await setLastNumber(db, "outbox", last);
}

function columnsToOutboxRow(columns: Selectable<OutboxTable>): OutboxRow {
  return {
    n: columns.n,
    op: readStoredOp(columns.op),
    state: toOutboxState(columns.state),
    attempts: columns.attempts,
    error: columns.error,
    atMs: columns.at_ms,
  };
}

function toOutboxState(state: string): OutboxState {
  if (state === "pending" || state === "blocked" || state === "rejected") return state;
  throw new Error(`unknown state of an outbox row ${state}`);
}
