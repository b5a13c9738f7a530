import { nextUpdateMs } from "../../../clock/update-time.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { type MemoRow, stampOf } from "../../../model/memo.ts";

/**
 * Returns an operation of a device with its updateTime moved as `nextUpdateMs` says, where it would win
 * over that of the memo as the server has it. `before` is null for a new memo.
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
    // It states times that were given out already.
    case "memo.put":
    case "memo.element":
    case "memo.purge":
      return op;
  }
}
