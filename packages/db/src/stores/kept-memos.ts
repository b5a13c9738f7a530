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

/**
 * Keeps the `maxMemos` / 2 that were asked for last, and of those before as many again, or fewer when
 * their texts are long. In two generations, since a map that is put into order at each look makes
 * more garbage than the reading that it spares.
 */
export function createKeptMemos(maxMemos = 2000): KeptMemos {
  let recent = new Map<number, MemoRecord>();
  let older = new Map<number, MemoRecord>();
  let recentChars = 0;

  function add(memo: MemoRecord): void {
    recentChars += memo.content.length - (recent.get(memo.number)?.content.length ?? 0);
    recent.set(memo.number, memo);
    if (recent.size < maxMemos / 2 && recentChars < maxChars / 2) return;
    older = recent;
    recent = new Map();
    recentChars = 0;
  }

  return {
    find({ pk, seq }) {
      const known = recent.get(pk);
      const memo = known ?? older.get(pk);
      if (memo?.seq !== seq) return undefined;
      if (known === undefined) add(memo);
      return memo;
    },
    keep(memo) {
      if (memo.seq !== 0) add(memo);
    },
  };
}
