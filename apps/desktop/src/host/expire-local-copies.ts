import { listLocalCopies, removeLocalCopies } from "@tidemark/db/node";

const dayMs = 86_400_000;

/** A copy from before an update holds what was removed since: it is kept for so long and no longer. */
export const localCopyDays = 7;

/** Removes the copies of a profile's database that were kept long enough. */
export function expireLocalCopies(file: string, nowMs: number): void {
  removeLocalCopies(file, nowMs - localCopyDays * dayMs);
}

/** When the last of the copies goes, epoch ms; null when there is none. */
export function localCopyUntilMs(file: string): number | null {
  const newest = listLocalCopies(file).at(-1);
  return newest === undefined ? null : newest.madeMs + localCopyDays * dayMs;
}
