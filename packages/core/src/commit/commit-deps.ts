import type { Database } from "../stores/database.ts";
import type { HybridClock } from "../clock/hybrid-clock.ts";
import type { Journal } from "../stores/journal.ts";

/** Dependencies of every change, the same on devices and on the server. */
export interface CommitDeps<Side extends Database = Database> {
  readonly database: Side;
  /** Records every change for this replica: in the server's feed or the device's outbox. */
  readonly journal: Journal;
  readonly clock: HybridClock;
}
