const dayMs = 86_400_000;
/** Before a memo in the trash is deleted for good. */
const trashDays = 30;

/** How many days a memo in the trash still has, the one that has begun counted. */
export function daysInTrash(deletedMs: number, nowMs: number): number {
  const left = Math.ceil((deletedMs - nowMs) / dayMs) + trashDays;
  return Math.min(Math.max(left, 0), trashDays);
}
