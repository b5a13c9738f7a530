import { z } from "zod";
import { stampMs } from "../model/stamp.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { json } from "../stores/meta/meta-form.ts";
import type { MetaStore } from "../stores/meta/meta-store.ts";
import type { ServerDatabase } from "../stores/server-database.ts";

const hourMs = 3_600_000;
/**
 * Maximum difference between the clock and the time the database was last served. Beyond it the clock may be
 * wrong.
 */
const trustedMs = 7 * 24 * hourMs;
/**
 * Run time after which a server accepts such a clock. The server was off for a while, or no operator
 * objected.
 */
const acceptedAfterMs = 72 * hourMs;

const stateSchema = z.object({
  /** Last time the database was served, by a trusted clock. */
  servedMs: z.int(),
  /** Set while the clock may be wrong: its last reading, and how long servers have run under it. */
  doubt: z.object({ atMs: z.int(), ranMs: z.int() }).nullable(),
});
type ServedClock = z.infer<typeof stateSchema>;
const servedClockKey = defineMeta("served_clock", json(stateSchema));

/** Doubt about the clock. While there is one, nothing is deleted for its age. */
export interface ClockDoubt {
  /** Last time the database was served, by the clock at that time. */
  readonly servedMs: number;
  readonly nowMs: number;
  /** Remaining run time before a server accepts the clock. */
  readonly acceptedInMs: number;
}

/** Returns the doubt about the clock. Returns null if there is none or the database was never served. */
export async function findClockDoubt(
  meta: Pick<MetaStore, "get">,
  nowMs: number,
): Promise<ClockDoubt | null> {
  const kept = await meta.get(servedClockKey);
  if (kept === null || (kept.doubt === null && isNear(kept.servedMs, nowMs))) return null;
  return doubtOf(kept, nowMs);
}

/**
 * Compares the clock with the time the database was last served. Stores the current time as served unless the
 * clock may be wrong. `ranMs`: run time of this process since the last call, by a monotonic clock.
 * `isTrusted`: an operator confirmed the clock.
 */
export async function judgeClock(
  database: ServerDatabase,
  judged: { readonly nowMs: number; readonly ranMs: number; readonly isTrusted: boolean },
): Promise<ClockDoubt | null> {
  return database.write(async ({ meta }) => {
    const { nowMs, isTrusted } = judged;
    const known = isTrusted ? null : ((await meta.get(servedClockKey)) ?? (await lastWrite(meta)));
    const next = known === null ? { servedMs: nowMs, doubt: null } : nextState(known, judged);
    await meta.set(servedClockKey, next);
    return next.doubt === null ? null : doubtOf(next, nowMs);
  });
}

/** Returns the state of a database that an older version served. */
async function lastWrite(meta: Pick<MetaStore, "changePosition">): Promise<ServedClock | null> {
  const { newestStamp } = await meta.changePosition();
  return newestStamp === null ? null : { servedMs: stampMs(newestStamp), doubt: null };
}

function nextState(
  { servedMs, doubt }: ServedClock,
  { nowMs, ranMs }: { readonly nowMs: number; readonly ranMs: number },
): ServedClock {
  if (isNear(servedMs, nowMs)) return { servedMs: nowMs, doubt: null };
  // Time during which no server ran doesn't count, nor time by which the clock was set ahead.
  const isSame = doubt !== null && isNear(doubt.atMs, nowMs);
  const added = isSame ? Math.max(0, Math.min(ranMs, nowMs - doubt.atMs)) : 0;
  const ran = (isSame ? doubt.ranMs : 0) + Math.floor(added);
  if (ran >= acceptedAfterMs) return { servedMs: nowMs, doubt: null };
  return { servedMs, doubt: { atMs: nowMs, ranMs: ran } };
}

function doubtOf({ servedMs, doubt }: ServedClock, nowMs: number): ClockDoubt {
  return { servedMs, nowMs, acceptedInMs: acceptedAfterMs - (doubt?.ranMs ?? 0) };
}

function isNear(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) <= trustedMs;
}
