import type { DayStart } from "../filter/index.ts";
import type { PageTokens } from "../paging/page-token.ts";
import type { Database } from "../stores/database.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import type { MemoLimits } from "../access/memo-limits.ts";
import type { ServedTexts } from "./etag/served-texts.ts";

/** Dependencies of the memo service, the same on devices and on the server. */
export interface MemoDeps<Side extends Database = Database> extends CommitDeps<Side> {
  readonly pageTokens: PageTokens;
  readonly limits: () => MemoLimits;
  /** Returns a new memo id (docs/api-decisions.md §1). */
  readonly newId: () => string;
  /** Returns the Yjs client id with which this replica writes a memo's text without an editor. */
  readonly textClientId: (memo: string, gen: number) => number;
  /** Calendar days of the reader, for filters. Set on devices; a server doesn't know the time zone. */
  readonly dayStart?: DayStart;
  /** Records the texts of returned ETags. Set where ETags are returned. */
  readonly servedTexts?: ServedTexts;
}
