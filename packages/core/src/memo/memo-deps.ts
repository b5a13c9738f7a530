import type { PageTokens } from "../paging/page-token.ts";
import type { Database } from "../stores/database.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import type { MemoLimits } from "../access/memo-limits.ts";
import type { ServedTexts } from "./etag/served-texts.ts";

/** What the memo service is built from; the same on the desk and on the server. */
export interface MemoDeps<Side extends Database = Database> extends CommitDeps<Side> {
  readonly pageTokens: PageTokens;
  readonly limits: () => MemoLimits;
  /** A fresh memo id (docs/api-decisions.md §1). */
  readonly newId: () => string;
  /** Yjs client id under which this replica writes a memo's text without an editor. */
  readonly textClientId: (memo: string, gen: number) => number;
  /** Where ETags are given out: takes note of the texts that they name. */
  readonly servedTexts?: ServedTexts;
}
