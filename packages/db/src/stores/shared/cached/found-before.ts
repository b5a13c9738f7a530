import type { SqlConnection } from "../../../sql/connection.ts";
import type { CachedMemo, PlacedVersion } from "./cached-memos.ts";
import { createKeptPages, type KeptPages } from "./kept-pages.ts";

/** Results from a database that are valid until the next commit. */
export interface Found {
  /** Cached memos whose rows haven't changed. */
  readonly memos: WeakMap<CachedMemo, PlacedVersion>;
  /** Row numbers of memos by id. */
  readonly numbers: Map<string, number>;
  /** Ids of memos without attachments, comments, elements or links to them. */
  readonly bare: Set<string>;
  /** Row numbers on pages of lists. */
  readonly pages: KeptPages;
}

/** Results that one read connection found in earlier reads. */
export interface FoundBefore {
  /** Called as each read begins. */
  beginRead(): void;
  /** Returns the results still valid in the running read, which adds to them. */
  found(): Found;
}

/** Maximum number of ids, of some 24 bytes each. */
const maxIds = 5000;

/**
 * Caches results between two commits, when the same page is often read again. SQLite reports whether another
 * connection has committed since the last check, as fast as finding one row.
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
