import { textHash } from "../../text/index.ts";
import { memoEtag, textDigits, textNamedBy } from "./memo-etag.ts";
import type { MemoRecord } from "../../model/memo.ts";

/**
 * Remembers which texts clients received with an ETag. These are stored when they are replaced, because a
 * client may send a change based on one. In memory and bounded. An evicted text can still be merged while it
 * is among the newest few of its memo.
 */
export interface ServedTexts {
  note(memo: MemoRecord): void;
  has(memo: string, content: string): boolean;
}

/**
 * Remembers the last `maxTexts` / 2 served texts, and as many before them. It uses two generations, because
 * reordering a set on each response creates long-lived garbage.
 */
export function createServedTexts(maxTexts = 20_000): ServedTexts {
  let recent = new Set<string>();
  let older = new Set<string>();
  const key = (memo: string, hash: string): string => `${memo} ${hash}`;
  return {
    note(memo) {
      recent.add(key(memo.id, textNamedBy(memoEtag(memo))));
      if (recent.size < maxTexts / 2) return;
      older = recent;
      recent = new Set();
    },
    has(memo, content) {
      const text = key(memo, textHash(content).slice(0, textDigits));
      return recent.has(text) || older.has(text);
    },
  };
}
