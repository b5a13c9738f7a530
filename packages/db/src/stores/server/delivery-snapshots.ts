import { type DeliverySnapshot, type SnapshotParts, utf8Length } from "@tidemark/core";
import type { Kysely } from "kysely";
import { readMemoRecord, readSnapshotParts } from "../../schema/own-rows.ts";
import type { Tables } from "../../schema/tables.ts";
import { number, orNull, rowOf, text } from "../../sql/row.ts";
import { runSql, selectRows, sqlText } from "../../sql/sql-text.ts";

const sumRow = rowOf({ bytes: orNull(number) });
const snapshotRow = rowOf({ memo: orNull(text), parts: orNull(text) });

/** Stores a snapshot. Returns null and stores nothing if its creator has reached the limit. */
export async function addSnapshot(
  db: Kysely<Tables>,
  { memo, parts }: DeliverySnapshot,
  maxBytes: number,
): Promise<number | null> {
  const [memoText, partsText] = [JSON.stringify(memo), JSON.stringify(parts)];
  const bytes = utf8Length(memoText) + utf8Length(partsText);
  const [waiting] = await selectRows(
    db,
    sqlText(
      "SELECT CAST(sum(bytes) AS bigint) AS bytes FROM delivery_snapshot WHERE creator = ?",
      memo.creator,
    ),
    sumRow,
  );
  const waitingBytes = waiting?.bytes ?? 0;
  // One snapshot of any size is stored: the size limit of memos may exceed this one.
  if (waitingBytes > 0 && waitingBytes + bytes > maxBytes) return null;
  const { pk } = await db
    .insertInto("delivery_snapshot")
    .values({ creator: memo.creator, bytes, parts: partsText, memo: memoText })
    .returning("pk")
    .executeTakeFirstOrThrow();
  return pk;
}

export async function setSnapshotParts(
  db: Kysely<Tables>,
  pk: number,
  parts: SnapshotParts,
): Promise<void> {
  await db
    .updateTable("delivery_snapshot")
    .set({ parts: JSON.stringify(parts) })
    .where("pk", "=", pk)
    .execute();
}

/** Returns the snapshot of a delivery, from its own row or, as version 0.2 stored it, from the delivery. */
export async function findSnapshot(
  db: Kysely<Tables>,
  delivery: string,
): Promise<DeliverySnapshot | null> {
  const [row] = await selectRows(
    db,
    sqlText(
      `SELECT coalesce(s.memo, d.snapshot) AS memo, s.parts FROM webhook_delivery AS d
         LEFT JOIN delivery_snapshot AS s ON s.pk = d.snapshot_pk WHERE d.id = ?`,
      delivery,
    ),
    snapshotRow,
  );
  if (typeof row?.memo !== "string") return null;
  const parts = row.parts === null ? null : readSnapshotParts(row.parts);
  return { memo: readMemoRecord(row.memo), parts };
}

const isUnused = `NOT EXISTS (
  SELECT 1 FROM webhook_delivery AS d WHERE d.snapshot_pk = delivery_snapshot.pk)`;

export async function removeIfUnused(db: Kysely<Tables>, pk: number | null): Promise<void> {
  if (pk === null) return;
  await runSql(db, sqlText(`DELETE FROM delivery_snapshot WHERE pk = ? AND ${isUnused}`, pk));
}

export async function removeUnusedSnapshots(db: Kysely<Tables>): Promise<void> {
  await runSql(db, sqlText(`DELETE FROM delivery_snapshot WHERE ${isUnused}`));
}
