import type { SqlConnection } from "../../../sql/connection.ts";
import type { CachedMemo, PlacedVersion } from "./cached-memos.ts";
import { createKeptPages, type KeptPages } from "./kept-pages.ts";

/** What was found in a database, and holds for as long as nothing is committed to it. */
export interface Found {
  /** Kept memos whose rows are still as they are kept. */
  readonly memos: WeakMap<CachedMemo, PlacedVersion>;
  /** The numbers of memos by their ids. */
  readonly numbers: Map<string, number>;
  /** Ids of memos on which nothing hangs. */
  readonly bare: Set<string>;
  /** Which memos the pages of lists have. */
  readonly pages: KeptPages;
}

/** What one reading connection found in earlier reads. */
export interface FoundBefore {
  /** To be called as each read begins. */
  beginRead(): void;
  /** What still holds in the read that runs; what it finds is added to it. */
  found(): Found;
}

/** So many ids are held, of some 24 bytes each. */
const maxIds = 5000;

/**
 * Between two commits a page of a list is asked for more than once. SQLite says whether anybody has
 * committed since a connection asked last, which takes it no longer than to find one row.
 */
export function createFoundBefore(connection: Pick<SqlConnection, "all">): FoundBefore {
  let isCurrent = false;
  let version: number | undefined;
  let found = nothing();
  return {
    beginRead() {
      isCurrent = false;
    },
    found() {
      if (isCurrent) return found;
      isCurrent = true;
      const [row] = connection.all<{ data_version: number }>("PRAGMA data_version");
      const isSame = version !== undefined && row?.data_version === version;
      const isFull = found.numbers.size > maxIds || found.bare.size > maxIds;
      if (!isSame || isFull) found = nothing();
      version = row?.data_version;
      return found;
    },
  };
}

function nothing(): Found {
  return { memos: new WeakMap(), numbers: new Map(), bare: new Set(), pages: createKeptPages() };
}
