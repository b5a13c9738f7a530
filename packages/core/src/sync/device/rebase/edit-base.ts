import type { MemoEntity } from "../../../model/memo.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import { textHash } from "../../../text/index.ts";

/** Time after which the server may no longer have the text that an edit was made on. */
const baseKeptMs = 30_000;

/**
 * Adds to unanswered edits the text that they were made on, before a newer row replaces it here: the server may not have it
 * either when it gets them (T3g).
 */
export async function keepEditBases(
  stores: Pick<DeviceWriteStores, "outbox">,
  known: MemoEntity,
  incoming: MemoEntity,
): Promise<void> {
  const { id, content } = known.row;
  if (content === incoming.row.content) return;
  for (const { n, op } of await stores.outbox.pendingOf(id)) {
    if (withBase(op, content) !== null) await stores.outbox.addEditBase(n, content);
  }
}

/**
 * Returns an operation as it is sent: with its base text if it has waited, or may have been sent before.
 */
export async function asSent(
  stores: Pick<DeviceWriteStores, "bases">,
  row: OutboxRow,
  nowMs: number,
): Promise<OutboxRow> {
  const { op, attempts, atMs } = row;
  // A clock that was ahead when the edit was made, and is corrected since, doesn't show how long it has waited.
  const isNew = attempts === 0 && atMs <= nowMs && nowMs < atMs + baseKeptMs;
  if (isNew || op.kind !== "memo.text") return row;
  const base = await stores.bases.get(op.entity);
  const based = base?.entity ? withBase(op, base.entity.row.content) : null;
  return based === null ? row : { ...row, op: based };
}

/** Returns an edit with the text that it was made on; null for another operation or text, and if the edit has it already. */
function withBase(op: OutboxRow["op"], base: string): OutboxRow["op"] | null {
  if (op.kind !== "memo.text" || op.edit === undefined || op.edit.base !== undefined) return null;
  return textHash(base) === op.baseSha ? { ...op, edit: { ...op.edit, base } } : null;
}
