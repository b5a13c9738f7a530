import type { Database } from "../stores/database.ts";
import type { HybridClock } from "../clock/hybrid-clock.ts";
import type { Journal } from "../stores/journal.ts";

/** What a change is written with; the same on the desk and on the server. */
export interface CommitDeps<Side extends Database = Database> {
  readonly database: Side;
  /** Records every change where this replica needs it: the server's feed, or a device's outbox. */
  readonly journal: Journal;
  readonly clock: HybridClock;
}
