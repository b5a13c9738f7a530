const dayMs = 86_400_000;
/** Days after which a trashed memo is deleted permanently. */
const trashDays = 30;

/** Returns the days that a trashed memo has left, rounded up. */
export function daysInTrash(deletedMs: number, nowMs: number): number {
  const left = Math.ceil((deletedMs - nowMs) / dayMs) + trashDays;
  return Math.min(Math.max(left, 0), trashDays);
}
