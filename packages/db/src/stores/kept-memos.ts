import type { MemoRecord } from "@tidemark/core/memo";

/**
 * The memos that were read last, so that reading them again costs a look at their sequence number.
 * Only for a database in which every change of a memo's row gives it a new number, as the server's
 * journal does, and only for what is committed. Records are shared by everyone who asks.
 */
export interface KeptMemos {
  /** The memo as it was when its number was `seq`; undefined when it is not kept. */
  find(version: MemoVersion): MemoRecord | undefined;
  /** Does nothing for what has no number, 0. */
  keep(memo: MemoRecord): void;
}

/** What names one state of a memo. */
export interface MemoVersion {
  readonly pk: number;
  readonly seq: number;
}

const maxChars = 4_000_000;

/** Forgets what was asked for longest ago beyond `maxMemos`, or when their texts become too long. */
export function createKeptMemos(maxMemos = 2000): KeptMemos {
  const kept = new Map<number, MemoRecord>();
  let chars = 0;

  function forget(memo: MemoRecord): void {
    kept.delete(memo.number);
    chars -= memo.content.length;
  }

  return {
    find({ pk, seq }) {
      const memo = kept.get(pk);
      if (memo?.seq !== seq) return undefined;
      // Taken out and put back, so that what nobody asks for stands first.
      kept.delete(pk);
      kept.set(pk, memo);
      return memo;
    },
    keep(memo) {
      if (memo.seq === 0) return;
      const before = kept.get(memo.number);
      if (before !== undefined) forget(before);
      kept.set(memo.number, memo);
      chars += memo.content.length;
      for (const oldest of kept.values()) {
        if (kept.size <= maxMemos && chars <= maxChars) break;
        forget(oldest);
      }
    },
  };
}
