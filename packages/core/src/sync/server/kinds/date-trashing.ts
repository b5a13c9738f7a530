import type { MemoOp } from "../../../merge/memo-op.ts";
import { defaultTrashDays } from "../../../access/trash-days.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Sets the time of a move to the trash. The server's upkeep deletes by this time, so a device may not choose
 * it freely. Another user's memo is trashed now. The caller's own may have been trashed earlier, on an
 * offline device, but stays in the trash for at least half of the period (A36, A36a).
 */
export function dateTrashing(
  op: MemoOp,
  {
    isOwn,
    nowMs,
    trashDays,
  }: { readonly isOwn: boolean; readonly nowMs: number; readonly trashDays: number },
): MemoOp {
  // With 0 days, nothing is deleted until the setting changes.
  const halfMs = ((trashDays === 0 ? defaultTrashDays : trashDays) * dayMs) / 2;
  const dated = (ms: number): number =>
    isOwn ? Math.min(Math.max(ms, Math.ceil(nowMs - halfMs)), nowMs) : nowMs;
  if (op.kind === "memo.set" && typeof op.set.deletedMs === "number") {
    return { ...op, set: { ...op.set, deletedMs: dated(op.set.deletedMs) } };
  }
  if (op.kind === "memo.put" && op.fields.deletedMs !== null) {
    return { ...op, fields: { ...op.fields, deletedMs: dated(op.fields.deletedMs) } };
  }
  return op;
}
