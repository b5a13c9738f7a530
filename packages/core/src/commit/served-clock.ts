import { z } from "zod";
import { stampMs } from "../model/stamp.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { json } from "../stores/meta/meta-form.ts";
import type { MetaStore } from "../stores/meta/meta-store.ts";
import type { ServerDatabase } from "../stores/server-database.ts";

const hourMs = 3_600_000;
/** A clock that is further than this from when the database was last served may be wrong. */
const trustedMs = 7 * 24 * hourMs;
/** A server that ran for so long under such a clock goes by it: it was off for a while, or nobody objects. */
const acceptedAfterMs = 72 * hourMs;

const stateSchema = z.object({
  /** When the database was last served, by a clock that was right. */
  servedMs: z.int(),
  /** Set while the clock may be wrong: what it said last, and for how long a server has run under it. */
  doubt: z.object({ atMs: z.int(), ranMs: z.int() }).nullable(),
});
type ServedClock = z.infer<typeof stateSchema>;
const servedClockKey = defineMeta("served_clock", json(stateSchema));

/** A clock that may be wrong. While it may, nothing is removed for good because of its age. */
export interface ClockDoubt {
  /** When the database was last served, by the clock of then. */
  readonly servedMs: number;
  readonly nowMs: number;
  /** For how much longer a server has to run before it goes by the clock. */
  readonly acceptedInMs: number;
}

/** Returns the doubt about the clock, or null where there is none or the database was never served. */
export async function findClockDoubt(
  meta: Pick<MetaStore, "get">,
  nowMs: number,
): Promise<ClockDoubt | null> {
  const kept = await meta.get(servedClockKey);
  if (kept === null || (kept.doubt === null && isNear(kept.servedMs, nowMs))) return null;
  return doubtOf(kept, nowMs);
}

/**
 * Compares the clock with when the database was last served, and notes that it is served now unless the
 * clock may be wrong. `ranMs`: for how long this process has run since it last did so, by a clock that is
 * never set. `isTrusted`: an operator says that the clock is right.
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

/** Derives the state of a database that an older version served. */
async function lastWrite(meta: Pick<MetaStore, "standing">): Promise<ServedClock | null> {
  const { newestStamp } = await meta.standing();
  return newestStamp === null ? null : { servedMs: stampMs(newestStamp), doubt: null };
}

function nextState(
  { servedMs, doubt }: ServedClock,
  { nowMs, ranMs }: { readonly nowMs: number; readonly ranMs: number },
): ServedClock {
  if (isNear(servedMs, nowMs)) return { servedMs: nowMs, doubt: null };
  // Time while nothing ran, and time that the clock was set ahead by, doesn't count.
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
