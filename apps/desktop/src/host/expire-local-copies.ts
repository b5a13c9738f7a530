import { listLocalCopies, removeLocalCopies } from "@tidemark/db/node";

const dayMs = 86_400_000;

/**
 * Lifetime of a copy made before an update, in days. It is limited because a copy contains memos deleted
 * since.
 */
export const localCopyDays = 7;

/** Deletes the expired copies of a profile's database. */
export function expireLocalCopies(file: string, nowMs: number): void {
  removeLocalCopies(file, nowMs - localCopyDays * dayMs);
}

/** Returns the time when the newest copy expires, in epoch ms; null if there is no copy. */
export function localCopyUntilMs(file: string): number | null {
  const newest = listLocalCopies(file).at(-1);
  return newest === undefined ? null : newest.madeMs + localCopyDays * dayMs;
}
