import type { MemoPlace } from "@tidemark/core";
import type { MemoRecord } from "@tidemark/core/model";

/**
 * Cache of recently read memos, so reading one again costs only a lookup of its `seq`. Only for committed
 * data, and for databases where every change of a memo's row changes its `seq`, as the server's journal does.
 * All callers share the records.
 */
export interface CachedMemos {
  /** Returns the memo as of `seq`; undefined if it isn't cached. */
  find(version: MemoVersion): CachedMemo | undefined;
  /** Returns the cached memo of a row number, even if it is out of date. */
  at(pk: number): CachedMemo | undefined;
  /** Caches a memo, unless its `seq` is 0. `bytes`: size of its row. */
  keep(memo: MemoRecord, bytes: number): void;
  clear(): void;
}

export interface CachedMemo {
  readonly memo: MemoRecord;
  /** Size of its row in bytes. */
  readonly bytes: number;
}

/** Identifies one state of a memo. */
export interface MemoVersion {
  readonly pk: number;
  readonly seq: number;
}

/** A memo's position in a page, its version, and the memo itself if it is cached. */
export interface PlacedVersion extends MemoPlace, MemoVersion {
  readonly memo?: MemoRecord;
}

/**
 * Limit of the cached text in bytes, as the database stores it. The objects in memory take a few times that.
 */
const maxBytes = 4_000_000;

/**
 * Creates a cache of the `maxMemos` / 2 most recently used memos and up to as many older ones, fewer if they
 * are large. It has two generations: reordering a map at each lookup would create more garbage than the reads
 * that it saves.
 */
export function createCachedMemos(maxMemos = 2000): CachedMemos {
  let recent = new Map<number, CachedMemo>();
  let older = new Map<number, CachedMemo>();
  let recentBytes = 0;

  function add(kept: CachedMemo): void {
    const { number } = kept.memo;
    recentBytes += kept.bytes - (recent.get(number)?.bytes ?? 0);
    recent.set(number, kept);
    if (recent.size < maxMemos / 2 && recentBytes < maxBytes / 2) return;
    older = recent;
    recent = new Map();
    recentBytes = 0;
  }

  function at(pk: number): CachedMemo | undefined {
    const known = recent.get(pk);
    if (known !== undefined) return known;
    const kept = older.get(pk);
    if (kept !== undefined) add(kept);
    return kept;
  }

  return {
    find({ pk, seq }) {
      const kept = at(pk);
      return kept?.memo.seq === seq ? kept : undefined;
    },
    at,
    keep(memo, bytes) {
      if (memo.seq !== 0) add({ memo, bytes });
    },
    clear() {
      recent = new Map();
      older = new Map();
      recentBytes = 0;
    },
  };
}
