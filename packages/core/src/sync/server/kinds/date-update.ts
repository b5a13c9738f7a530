import { nextUpdateMs } from "../../../clock/update-time.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { type MemoRow, stampOf } from "../../../model/memo.ts";

/**
 * Returns a device's operation with its updateTime corrected by `nextUpdateMs`, if it would win over the
 * server's value. `before` is null for a new memo.
 */
export function dateUpdate(
  op: MemoOp,
  before: Pick<MemoRow, "updatedMs" | "stamps"> | null,
): MemoOp {
  if (before === null) return op;
  const known = stampOf(before.stamps, "updatedMs");
  switch (op.kind) {
    case "memo.text":
      if (op.stamp <= known) return op;
      return { ...op, updatedMs: nextUpdateMs(before, op.updatedMs) };
    case "memo.set":
      if (op.set.updatedMs === undefined || op.stamp <= known) return op;
      return { ...op, set: { ...op.set, updatedMs: nextUpdateMs(before, op.set.updatedMs) } };
    // Contains times that were assigned before.
    case "memo.put":
    case "memo.element":
    case "memo.purge":
      return op;
  }
}
