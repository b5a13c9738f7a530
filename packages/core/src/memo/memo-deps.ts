import type { PageTokens } from "../page-token.ts";
import type { Database } from "../ports.ts";
import type { HybridClock } from "../sync/clock.ts";
import type { Journal } from "../sync/journal.ts";
import type { MemoLimits } from "./limits.ts";
import type { ServedTexts } from "./served-texts.ts";

/** What the memo service is built from; the same on the desk and on the server. */
export interface MemoDeps {
  readonly database: Database;
  /** Records every change where this replica needs it: the server's feed, or a device's outbox. */
  readonly journal: Journal;
  readonly clock: HybridClock;
  readonly pageTokens: PageTokens;
  readonly limits: () => MemoLimits;
  /** A fresh memo id (docs/api-decisions.md §1). */
  readonly newId: () => string;
  /** Yjs client id under which this replica writes a memo's text without an editor. */
  readonly textClientId: (memo: string, gen: number) => number;
  /** Where ETags are given out: takes note of the texts that they name. */
  readonly servedTexts?: ServedTexts;
}
