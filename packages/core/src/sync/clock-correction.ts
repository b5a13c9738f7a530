import type { FieldStamps, Stamp } from "./stamp.ts";
import { stampMs } from "./stamp.ts";
import { shiftStamp } from "./clock.ts";
import type { MemoOp } from "./operation.ts";

const toleranceMs = 5_000;
const futureMs = 60_000;

/** How a device's stamps are moved onto the server's clock. */
export interface ClockCorrection {
  readonly shiftMs: number;
  /** No stamp may be later than this, epoch ms. */
  readonly latestMs: number;
}

/**
 * A clock that is off by more than 5 s moves the whole batch; what is still more than 60 s ahead is
 * held there. Drift is never an error (sync.md, Clocks).
 */
export function clockCorrection(clientNowMs: number, serverNowMs: number): ClockCorrection {
  const offset = clientNowMs - serverNowMs;
  return {
    shiftMs: Math.abs(offset) > toleranceMs ? -offset : 0,
    latestMs: serverNowMs + futureMs,
  };
}

/** The operation with its stamps corrected, and its update time along where the clock gave it. */
export function correctOp(op: MemoOp, correction: ClockCorrection): MemoOp {
  const stamp = correctStamp(op.stamp, correction);
  if (stamp === op.stamp && op.kind !== "memo.put" && op.kind !== "memo.set") return op;
  const updated = (ms: number): number =>
    Math.abs(ms - stampMs(op.stamp)) < 1000 ? ms + stampMs(stamp) - stampMs(op.stamp) : ms;
  switch (op.kind) {
    case "memo.put":
      return { ...op, stamp, stamps: correctStamps(op.stamps, correction) };
    case "memo.set": {
      const { updatedMs } = op.set;
      const set = updatedMs === undefined ? op.set : { ...op.set, updatedMs: updated(updatedMs) };
      return { ...op, stamp, set };
    }
    case "memo.text":
      return { ...op, stamp, updatedMs: updated(op.updatedMs) };
    case "memo.element":
    case "memo.purge":
      return { ...op, stamp };
  }
}

function correctStamps(stamps: FieldStamps, correction: ClockCorrection): FieldStamps {
  const corrected = Object.entries(stamps).map(([field, stamp]) => [
    field,
    stamp === undefined ? undefined : correctStamp(stamp, correction),
  ]);
  return { ...stamps, ...Object.fromEntries(corrected) };
}

function correctStamp(stamp: Stamp, { shiftMs, latestMs }: ClockCorrection): Stamp {
  const shifted = shiftMs === 0 ? stamp : shiftStamp(stamp, shiftMs);
  const ahead = stampMs(shifted) - latestMs;
  return ahead > 0 ? shiftStamp(shifted, -ahead) : shifted;
}
