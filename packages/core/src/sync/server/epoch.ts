import type { MetaStore } from "../../stores/instance-store.ts";

const epochKey = "epoch";
const sinceKey = "epoch_since";

/**
 * Begins a new epoch on a server whose database went back, as told or behind its back: devices state
 * what they have, for as long as it takes all of them to come (R3).
 */
export async function beginEpoch(meta: MetaStore, epoch: string, nowMs: number): Promise<void> {
  await meta.set(epochKey, epoch);
  await meta.set(sinceKey, `${nowMs}`);
}

/** When the database last went back, in epoch milliseconds; null when it never did. */
export async function wentBackMs({ get }: Pick<MetaStore, "get">): Promise<number | null> {
  const since = await get(sinceKey);
  return since === null ? null : Number(since);
}
