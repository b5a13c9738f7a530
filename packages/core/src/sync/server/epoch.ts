import type { MetaStore } from "../../stores/meta/meta-store.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { text, number } from "../../stores/meta/meta-form.ts";
import { setMilestone } from "./milestones.ts";

/** Epoch of the server's database; devices start over when it changes (R3). */
export const epochKey = defineMeta("epoch", text);
/** Start of the current epoch, in epoch milliseconds. */
const sinceKey = defineMeta("epoch_since", number);

/**
 * Starts a new epoch on a server whose database was rolled back, either announced by a command or detected.
 * Devices then assert their data, until all of them have connected (R3).
 */
export async function beginEpoch(meta: MetaStore, epoch: string, nowMs: number): Promise<void> {
  await meta.set(epochKey, epoch);
  await meta.set(sinceKey, nowMs);
  // Processes that read the same milestone are in the same epoch.
  await setMilestone(meta, epoch);
}

/** Returns the time of the database's last rollback in epoch milliseconds, or null if there was none. */
export function wentBackMs({ get }: Pick<MetaStore, "get">): Promise<number | null> {
  return get(sinceKey);
}
