import type { MemoPlace } from "@tidemark/core";
import type { MemoRecord } from "@tidemark/core/model";

/**
 * The memos that were read last, so that reading them again costs a look at their sequence number.
 * Only for a database in which every change of a memo's row gives it a new number, as the server's
 * journal does, and only for what is committed. Records are shared by everyone who asks.
 */
export interface CachedMemos {
  /** The memo as it was when its number was `seq`; undefined when it is not kept. */
  find(version: MemoVersion): CachedMemo | undefined;
  /** What is kept of a number, whether or not the memo is still so. */
  at(pk: number): CachedMemo | undefined;
  /** Does nothing for what has no number, 0. `bytes`: what its row takes. */
  keep(memo: MemoRecord, bytes: number): void;
  /** Forgets them all. */
  clear(): void;
}

export interface CachedMemo {
  readonly memo: MemoRecord;
  /** What its row takes. */
  readonly bytes: number;
}

/** What names one state of a memo. */
export interface MemoVersion {
  readonly pk: number;
  readonly seq: number;
}

/** A memo's place in a page, the state that it is in, and the memo where it is kept. */
export interface PlacedVersion extends MemoPlace, MemoVersion {
  readonly memo?: MemoRecord;
}

/** Of text, as the database holds it. What is made of it and hangs on it is a few times that. */
const maxBytes = 4_000_000;

/**
 * Keeps the `maxMemos` / 2 that were asked for last, and of those before as many again, or fewer when
 * they are large. In two generations, since a map that is put into order at each look makes more
 * garbage than the reading that it spares.
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
