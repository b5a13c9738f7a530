import { applyMemoOp } from "../../../merge/apply-memo-op.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { isMemoOp } from "../../../merge/sync-op.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import { textHash } from "../../../text/index.ts";
import { findParked } from "../deferred/park.ts";

type BaseStores = Pick<DeviceWriteStores, "bases" | "deferred" | "outbox">;
type MemoRow = OutboxRow<MemoOp>;

/** Time after which the server may no longer have the text that an edit was made on. */
const baseKeptMs = 30_000;

/**
 * Returns pending operations with the base texts of edits that the server may not have: of those that waited long, and of
 * those behind another edit or beside a parked row: their text was only on this device. Without its base an edit is merged letter by
 * letter, and two numbers make a third (T3b).
 */
export async function withBases(
  stores: BaseStores,
  pending: readonly OutboxRow[],
  nowMs: number,
): Promise<readonly OutboxRow[]> {
  const byMemo = Map.groupBy(
    pending.filter((row): row is MemoRow => isMemoOp(row.op)),
    ({ op }) => op.entity,
  );
  const added = new Map<number, OutboxRow>();
  for (const [id, rows] of byMemo) {
    for (const [row, base] of await unknownBases(stores, id, rows, nowMs)) {
      added.set(row.n, await withBase(stores, row, base));
    }
  }
  return pending.map((row) => added.get(row.n) ?? row);
}

/** Returns a memo's edits whose base the server may not have, each with it. Leaves out those whose base isn't known here. */
async function unknownBases(
  stores: BaseStores,
  id: string,
  rows: readonly MemoRow[],
  nowMs: number,
): Promise<readonly (readonly [MemoRow, string])[]> {
  const [first, ...others] = rows.filter(
    ({ op }) => op.kind === "memo.text" || op.kind === "memo.put",
  );
  if (first === undefined) return [];
  const isKnown = nowMs - first.atMs < baseKeptMs && (await findParked(stores, id)) === null;
  if (others.length === 0 && isKnown) return [];
  const found: [MemoRow, string][] = [];
  let entity = (await stores.bases.get(id))?.entity ?? null;
  for (const row of rows) {
    const content = entity?.row.content;
    const { op } = row;
    const isBare = op.kind === "memo.text" && op.edit !== undefined && op.edit.base === undefined;
    const isWanted = isBare && (row !== first || !isKnown);
    if (isWanted && content !== undefined && textHash(content) === op.baseSha) {
      found.push([row, content]);
    }
    const applied = applyMemoOp(entity, op);
    if (!applied.ok) break;
    entity = applied.value.entity;
  }
  return found;
}

/** Adds its base to an edit. One that was sent stays in the outbox as it was: it may have arrived. */
async function withBase({ outbox }: BaseStores, row: MemoRow, base: string): Promise<OutboxRow> {
  const { op } = row;
  if (op.kind !== "memo.text" || op.edit === undefined) return row;
  const sent = { ...op, edit: { ...op.edit, base } };
  if (row.attempts === 0) await outbox.replace(row.n, sent);
  return { ...row, op: sent };
}
