import type { AttachmentOp } from "../../merge/attachment-op.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import { createHybridClock, shiftStamp } from "../../clock/hybrid-clock.ts";
import type { MemoOp } from "../../merge/memo-op.ts";
import { isRegisterOp, type SyncOp } from "../../merge/sync-op.ts";
import type { FieldStamps } from "../../model/memo.ts";
import { type Stamp, asStamp } from "../../model/stamp.ts";
import { stampMs, stampNode } from "../../model/stamp.ts";

const toleranceMs = 5_000;
const futureMs = 60_000;

/** Correction of the stamps of one batch to the server's clock. Equal stamps are corrected alike. */
export interface ClockCorrection {
  correctOp(op: SyncOp): SyncOp;
  /** Returns the newest stamp that replaced another, in all batches of the stream so far, or null. */
  newestMoved(): Stamp | null;
}

/**
 * Creates the correction of one batch. If the device's clock is more than 5 s behind, its stamps move forward
 * by the difference. Stamps more than 60 s ahead are replaced with the server's, in the same order, so that
 * no change gets older than those its author had seen. Stamps never move back, for the same reason. A batch
 * that was long in transit looks like one from a slow clock, so later stamps of the stream are always after
 * its own. Drift is never an error (C5–C5b).
 */
export function createClockCorrection(deps: {
  readonly clock: HybridClock;
  /** The device's clock when it sent the batch, epoch ms. */
  readonly clientNowMs: number;
  /** `newestMoved` after the stream's previous batch; `null` if no stamp of it was moved. */
  readonly newestMoved: Stamp | null;
}): ClockCorrection {
  const serverNowMs = deps.clock.nowMs();
  const behindMs = serverNowMs - deps.clientNowMs;
  const shiftMs = behindMs > toleranceMs ? behindMs : 0;
  const moved = new Map<Stamp, Stamp>();
  let newest = deps.newestMoved;
  /** Stamp of this batch that `newest` replaced. */
  let newestFrom: Stamp | null = null;

  const correct = (stamp: Stamp, byMs: number): Stamp => {
    const known = moved.get(stamp);
    if (known !== undefined) return known;
    const shifted = byMs === 0 ? stamp : shiftStamp(stamp, byMs);
    const corrected =
      stampMs(shifted) > serverNowMs + futureMs
        ? asStamp(deps.clock.tick().slice(0, 18) + stampNode(stamp))
        : shifted;
    if (corrected !== stamp) moved.set(stamp, corrected);
    return corrected;
  };
  /** Corrects a stamp that the stream's device made, in the order of its operations. */
  const correctNext = (stamp: Stamp): Stamp => {
    const known = moved.get(stamp);
    if (known !== undefined) return known;
    let corrected = correct(stamp, shiftMs);
    // An operation that an older server didn't know is sent again behind newer ones.
    const earlier = newestFrom !== null && stamp < newestFrom ? deps.newestMoved : newest;
    if (earlier !== null && isNotAfter(corrected, earlier)) {
      corrected = stampAfter(earlier, stampNode(stamp));
      moved.set(stamp, corrected);
    }
    if (corrected !== stamp && (newest === null || !isNotAfter(corrected, newest))) {
      newest = corrected;
      newestFrom = stamp;
    }
    return corrected;
  };

  return {
    newestMoved: () => newest,
    correctOp(op) {
      // An asserted memo has stamps of other devices and of the server, which don't move forward.
      if (op.kind === "memo.put") return correctPut(op, (stamp) => correct(stamp, 0));
      if (op.kind === "attachment.put") {
        return correctAttachment(op, (stamp) => correct(stamp, 0));
      }
      if (isRegisterOp(op)) {
        return {
          ...op,
          stamp: op.stated === true ? correct(op.stamp, 0) : correctNext(op.stamp),
        };
      }
      const stamp = correctNext(op.stamp);
      const timed = (ms: number): number => movedTime(ms, op.stamp, stamp);
      switch (op.kind) {
        case "memo.set": {
          const { deletedMs, updatedMs } = op.set;
          const set = {
            ...op.set,
            ...(updatedMs !== undefined && { updatedMs: timed(updatedMs) }),
            ...(typeof deletedMs === "number" && { deletedMs: timed(deletedMs) }),
          };
          const base = op.baseVisibility;
          return base === undefined
            ? { ...op, stamp, set }
            : { ...op, stamp, set, baseVisibility: moved.get(base) ?? base };
        }
        case "memo.text":
          return { ...op, stamp, updatedMs: timed(op.updatedMs) };
        case "attachment.set":
          return { ...op, stamp, updatedMs: timed(op.updatedMs) };
        case "memo.element":
        case "memo.purge":
        case "attachment.remove":
          return { ...op, stamp };
      }
    },
  };
}

/** Compares the times of two stamps, whatever their nodes. */
function isNotAfter(stamp: Stamp, other: Stamp): boolean {
  return stamp.slice(0, 18) <= other.slice(0, 18);
}

/** Returns the stamp that follows the given one. */
function stampAfter(stamp: Stamp, node: string): Stamp {
  const clock = createHybridClock({ node, wallMs: () => 0 });
  clock.observe(stamp);
  return clock.tick();
}

type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

function correctPut(op: PutOp, correct: (stamp: Stamp) => Stamp): PutOp {
  const all = [
    op.stamp,
    ...Object.values(op.stamps).filter((stamp) => stamp !== undefined),
    ...op.elements.map((element) => element.stamp),
  ];
  for (const stamp of all.toSorted()) correct(stamp);
  const stamps: FieldStamps = {
    ...op.stamps,
    ...Object.fromEntries(
      Object.entries(op.stamps).map(([field, stamp]) => [
        field,
        stamp === undefined ? undefined : correct(stamp),
      ]),
    ),
  };
  const timed = (ms: number, field: "createdMs" | "deletedMs" | "updatedMs"): number =>
    movedTime(ms, op.stamps[field] ?? op.stamps["*"], stamps[field] ?? stamps["*"]);
  const { createdMs, deletedMs, updatedMs } = op.fields;
  return {
    ...op,
    stamp: correct(op.stamp),
    stamps,
    elements: op.elements.map((each) => ({ ...each, stamp: correct(each.stamp) })),
    fields: {
      ...op.fields,
      createdMs: timed(createdMs, "createdMs"),
      deletedMs: deletedMs === null ? null : timed(deletedMs, "deletedMs"),
      updatedMs: timed(updatedMs, "updatedMs"),
    },
  };
}

type AttachmentPut = Extract<AttachmentOp, { kind: "attachment.put" }>;

function correctAttachment(op: AttachmentPut, correct: (stamp: Stamp) => Stamp): AttachmentPut {
  for (const stamp of [op.stamp, op.stamps.filename, op.stamps.link].toSorted()) correct(stamp);
  const stamp = correct(op.stamp);
  return {
    ...op,
    stamp,
    stamps: { filename: correct(op.stamps.filename), link: correct(op.stamps.link) },
    createdMs: movedTime(op.createdMs, op.stamp, stamp),
    updatedMs: movedTime(op.updatedMs, op.stamp, stamp),
  };
}

/** Moves a time that the clock set along with its stamp; keeps a time that the user chose. */
function movedTime(ms: number, from: Stamp, to: Stamp): number {
  return Math.abs(ms - stampMs(from)) < 1000 ? ms + stampMs(to) - stampMs(from) : ms;
}
