import type { MetaStore } from "../../stores/meta/meta-store.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { text, number } from "../../stores/meta/meta-form.ts";
import { setMilestone } from "./milestones.ts";

/** Which life of the server's database this is: devices start over when it changes (R3). */
export const epochKey = defineMeta("epoch", text);
/** Epoch milliseconds. */
const sinceKey = defineMeta("epoch_since", number);

/**
 * Begins a new epoch on a server whose database went back, as told or behind its back: devices assert
 * what they have, for as long as it takes all of them to come (R3).
 */
export async function beginEpoch(meta: MetaStore, epoch: string, nowMs: number): Promise<void> {
  await meta.set(epochKey, epoch);
  await meta.set(sinceKey, nowMs);
  // So that who sees the same milestone is in the same epoch.
  await setMilestone(meta, epoch);
}

/** When the database last went back, in epoch milliseconds; null when it never did. */
export function wentBackMs({ get }: Pick<MetaStore, "get">): Promise<number | null> {
  return get(sinceKey);
}
