import type { Database } from "../ports.ts";
import type { HybridClock } from "../sync/clock.ts";
import type { Journal } from "../sync/journal.ts";

/** What a change is written with; the same on the desk and on the server. */
export interface CommitDeps {
  readonly database: Database;
  /** Records every change where this replica needs it: the server's feed, or a device's outbox. */
  readonly journal: Journal;
  readonly clock: HybridClock;
}
