import {
  type DeliveryClaim,
  type DeliveryHead,
  type DeliveryStore,
  deliveryStates,
  type WebhookDelivery,
} from "@tidemark/core";
import { type DeliveryEvent, deliveryEvents, testEvent } from "@tidemark/core/model";
import type { Insertable, Kysely, Selectable } from "kysely";
import type { SqlDialect } from "../../sql/dialect.ts";
import { dialectOf, selectRows, type SqlFragment, sqlText } from "../../sql/sql-text.ts";
import type { WebhookDeliveryTable } from "../../schema/event-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { toFlag } from "../shared/memo-columns.ts";
import { number, orNull, rowOf } from "../../sql/row.ts";
import { deliveryHeadColumns, webhookDeliveryRow } from "../../schema/table-rows.ts";
import {
  addSnapshot,
  findSnapshot,
  removeIfUnused,
  removeUnusedSnapshots,
  setSnapshotParts,
} from "./delivery-snapshots.ts";

const dueRow = rowOf({ due_ms: number });
const createdRow = rowOf({ created_ms: number });
const snapshotPkRow = rowOf({ snapshot_pk: orNull(number) });
const heldRow = rowOf({ due_ms: orNull(number) });

type Head = Omit<
  Selectable<WebhookDeliveryTable>,
  "pk" | "body" | "snapshot" | "snapshot_pk" | "holder" | "held_until_ms"
>;

/** Columns without the body and snapshot. */
const headRow = rowOf<Head>(deliveryHeadColumns);
const headColumns = Object.keys(deliveryHeadColumns).join(", ");

/**
 * Condition for a pending delivery without an earlier pending one for the same memo: it waits only for its
 * time.
 */
const isNext = `d.state = 'PENDING' AND NOT EXISTS (
  SELECT 1 FROM webhook_delivery AS e
  WHERE e.webhook = d.webhook AND e.memo = d.memo AND e.state = 'PENDING' AND e.pk < d.pk)`;

/**
 * Query for the next delivery of a webhook to claim: its test, of which at most one is pending, or the one
 * due first.
 */
const firstSql = (rest: string): string => `
  SELECT d.pk FROM webhook_delivery AS d ${rest} AND d.due_ms <= ? AND ${isNext}
    AND (d.holder IS NULL OR d.holder = ? OR d.held_until_ms <= ?)
    ORDER BY d.due_ms, d.pk LIMIT 1`;
const firstTest = "INDEXED BY webhook_delivery_order WHERE d.webhook = w.id AND d.memo = ''";
const firstDue = "INDEXED BY webhook_delivery_waiting WHERE d.webhook = w.id";

/** Selects the next delivery of each idle webhook, in turns: the first of each user, then their second. */
function claimSql(
  dialect: SqlDialect,
  { holder, nowMs, held, limit, limitPerUser, underWay }: DeliveryClaim,
): SqlFragment {
  const atThatTime = [nowMs, holder, held.fromMs];
  const mostTurns = limitPerUser ?? limit + underWay.length;
  return sqlText(
    `WITH busy AS MATERIALIZED (
       SELECT d.webhook, w.user FROM ${dialect.eachText("j")}
         CROSS JOIN webhook_delivery AS d ON d.id = j.value JOIN webhook AS w ON w.id = d.webhook
     ), due AS (
       SELECT w.user, coalesce((${firstSql(firstTest)}), (${firstSql(firstDue)})) AS pk
         FROM (SELECT DISTINCT webhook FROM webhook_delivery WHERE state = 'PENDING') AS p
         JOIN webhook AS w ON w.id = p.webhook
         WHERE w.id NOT IN (SELECT webhook FROM busy)
     ), turns AS (
       SELECT d.pk, row_number() OVER (PARTITION BY due.user ORDER BY d.due_ms, d.pk)
           + (SELECT count(*) FROM busy AS b WHERE b.user = due.user) AS turn
         FROM due CROSS JOIN webhook_delivery AS d ON d.pk = due.pk
     )
     SELECT d.* FROM turns AS t CROSS JOIN webhook_delivery AS d ON d.pk = t.pk
       WHERE t.turn <= ? ORDER BY t.turn, d.due_ms, d.pk LIMIT ?`,
    ...[JSON.stringify(underWay), ...atThatTime, ...atThatTime, mostTurns, limit],
  );
}

export function createDeliveryStore(db: Kysely<Tables>): DeliveryStore {
  return {
    find: async (id) => {
      const row = await db
        .selectFrom("webhook_delivery")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : columnsToDelivery(row);
    },
    listByWebhook: async (webhook, limit) => {
      const query = sqlText(
        `SELECT ${headColumns} FROM webhook_delivery WHERE webhook = ? ORDER BY pk DESC LIMIT ?`,
        ...[webhook, limit],
      );
      return (await selectRows(db, query, headRow)).map(columnsToHead);
    },
    listFailed: async (webhook, limit) => {
      const query = sqlText(
        `SELECT ${headColumns} FROM webhook_delivery INDEXED BY webhook_delivery_failed
          WHERE webhook = ? AND state = 'FAILED' AND event <> '${testEvent}'
          ORDER BY pk DESC LIMIT ?`,
        ...[webhook, limit],
      );
      return (await selectRows(db, query, headRow)).map(columnsToHead);
    },
    nextDueMs: async (holder, aheadMs, afterMs = Number.MIN_SAFE_INTEGER) => {
      const [row] = await selectRows(
        db,
        sqlText(
          `SELECT d.due_ms FROM webhook_delivery AS d
            WHERE ${isNext} AND d.due_ms > ? AND (d.holder IS NULL OR d.holder = ?)
            ORDER BY d.due_ms, d.pk LIMIT 1`,
          ...[afterMs, holder],
        ),
        dueRow,
      );
      const [others] = await selectRows(
        db,
        sqlText(
          `SELECT min(held_until_ms) AS due_ms FROM webhook_delivery
            WHERE holder IS NOT NULL AND holder <> ? AND held_until_ms > ?`,
          ...[holder, afterMs + aheadMs],
        ),
        heldRow,
      );
      const freeMs = typeof others?.due_ms === "number" ? others.due_ms - aheadMs : null;
      const times = [row?.due_ms, freeMs].filter((each) => typeof each === "number");
      return times.length === 0 ? null : Math.min(...times);
    },
    add: async (delivery) => {
      await db.insertInto("webhook_delivery").values(deliveryToColumns(delivery)).execute();
    },
    addSnapshot: (snapshot, maxBytes) => addSnapshot(db, snapshot, maxBytes),
    setParts: (snapshot, parts) => setSnapshotParts(db, snapshot, parts),
    snapshotOf: (id) => findSnapshot(db, id),
    claim: async (claim) => {
      const { holder, held } = claim;
      const rows = await selectRows(db, claimSql(dialectOf(db), claim), webhookDeliveryRow);
      const claimed = rows.map(columnsToDelivery).map((delivery) => ({
        ...delivery,
        attempts: delivery.attempts + 1,
        joinsEdits: false,
      }));
      for (const delivery of claimed) {
        await db
          .updateTable("webhook_delivery")
          .set({ ...headToColumns(delivery), holder, held_until_ms: held.untilMs })
          .where("id", "=", delivery.id)
          .execute();
      }
      return claimed;
    },
    settle: async (delivery, holder) => {
      const { numUpdatedRows } = await db
        .updateTable("webhook_delivery")
        .set({ ...deliveryToColumns(delivery), holder: null, held_until_ms: null })
        .where("id", "=", delivery.id)
        .where("holder", "=", holder)
        .executeTakeFirst();
      if (delivery.state !== "PENDING") await removeIfUnused(db, delivery.snapshot);
      return numUpdatedRows > 0n;
    },
    update: async (delivery, snapshot) => {
      const before = snapshot === undefined ? null : await snapshotPkOf(db, delivery.id);
      await db
        .updateTable("webhook_delivery")
        .set({
          ...headToColumns(delivery),
          ...(snapshot !== undefined && { snapshot_pk: snapshot, snapshot: null }),
        })
        .where("id", "=", delivery.id)
        .execute();
      await removeIfUnused(db, before);
    },
    failPending: async (user, reason) => {
      await db
        .updateTable("webhook_delivery")
        .set(failedColumns(reason))
        .where("state", "=", "PENDING")
        .where("webhook", "in", (query) =>
          query.selectFrom("webhook").select("id").where("user", "=", user),
        )
        .execute();
      await removeUnusedSnapshots(db);
    },
    failPendingOf: async (webhook, reason) => {
      await db
        .updateTable("webhook_delivery")
        .set(failedColumns(reason))
        .where("state", "=", "PENDING")
        .where("webhook", "=", webhook)
        .execute();
      await removeUnusedSnapshots(db);
    },
    remove: async (id) => {
      const before = await snapshotPkOf(db, id);
      await db.deleteFrom("webhook_delivery").where("id", "=", id).execute();
      await removeIfUnused(db, before);
    },
    lastPending: async (webhook, memo) => {
      const query = sqlText(
        `SELECT ${headColumns} FROM webhook_delivery
          WHERE webhook = ? AND memo = ? AND state = 'PENDING' ORDER BY pk DESC LIMIT 1`,
        ...[webhook, memo],
      );
      const [row] = await selectRows(db, query, headRow);
      return row === undefined ? null : columnsToHead(row);
    },
    testTimes: async (webhook, sinceMs, limit) => {
      const rows = await selectRows(
        db,
        sqlText(
          `SELECT created_ms FROM webhook_delivery INDEXED BY webhook_delivery_test
            WHERE webhook = ? AND event = '${testEvent}' AND created_ms > ?
            ORDER BY created_ms DESC LIMIT ?`,
          ...[webhook, sinceMs, limit],
        ),
        createdRow,
      );
      return rows.map((row) => row.created_ms);
    },
    removeDoneBefore: async (ms) => {
      await db
        .deleteFrom("webhook_delivery")
        .where("created_ms", "<", ms)
        .where("state", "<>", "PENDING")
        .execute();
      // Two processes that settle the last two deliveries of a change at once both leave the snapshot to the
      // other.
      await removeUnusedSnapshots(db);
    },
  };
}

async function snapshotPkOf(db: Kysely<Tables>, id: string): Promise<number | null> {
  const [row] = await selectRows(
    db,
    sqlText("SELECT snapshot_pk FROM webhook_delivery WHERE id = ?", id),
    snapshotPkRow,
  );
  return row?.snapshot_pk ?? null;
}

function failedColumns(reason: string) {
  return {
    state: "FAILED",
    last_error: reason,
    body: null,
    snapshot: null,
    snapshot_pk: null,
    holder: null,
    held_until_ms: null,
  };
}

function deliveryToColumns(
  delivery: WebhookDelivery,
): Omit<Insertable<WebhookDeliveryTable>, "pk" | "holder" | "held_until_ms"> {
  const isPending = delivery.state === "PENDING";
  return {
    ...headToColumns(delivery),
    body: delivery.body,
    snapshot_pk: isPending ? delivery.snapshot : null,
    // Column that only version 0.2 wrote.
    ...(!isPending && { snapshot: null }),
  };
}

function headToColumns(delivery: DeliveryHead): Head {
  return {
    id: delivery.id,
    webhook: delivery.webhook,
    memo: delivery.memo,
    event: delivery.event,
    state: delivery.state,
    joins_edits: toFlag(delivery.joinsEdits),
    attempts: delivery.attempts,
    created_ms: delivery.createdMs,
    due_ms: delivery.dueMs,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
  };
}

function columnsToDelivery(columns: Selectable<WebhookDeliveryTable>): WebhookDelivery {
  return {
    ...columnsToHead(columns),
    body: columns.body,
    snapshot: columns.snapshot_pk,
  };
}

function columnsToHead(columns: Head): DeliveryHead {
  const state = deliveryStates.find((each) => each === columns.state);
  if (state === undefined) throw new Error(`unknown state ${columns.state}`);
  return {
    id: columns.id,
    webhook: columns.webhook,
    memo: columns.memo,
    event: toDeliveryEvent(columns.event),
    state,
    joinsEdits: columns.joins_edits === 1,
    attempts: columns.attempts,
    createdMs: columns.created_ms,
    dueMs: columns.due_ms,
    lastStatus: columns.last_status,
    lastError: columns.last_error,
  };
}

function toDeliveryEvent(event: string): DeliveryEvent {
  const known = deliveryEvents.find((each) => each === event);
  if (known === undefined) throw new Error(`unknown event ${event}`);
  return known;
}
