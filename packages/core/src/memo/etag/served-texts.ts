import { textHash } from "../../text/index.ts";
import { memoEtag, textDigits, textNamedBy } from "./memo-etag.ts";
import type { MemoRecord } from "../../model/memo.ts";

/**
 * Remembers which texts were given to clients with an ETag: those are worth keeping when they are
 * replaced, because a client may come back with a change of them. In memory and bounded; a text that
 * is forgotten is merged as well while it is among the newest few of its memo.
 */
export interface ServedTexts {
  note(memo: MemoRecord): void;
  has(memo: string, content: string): boolean;
}

/**
 * Remembers the `maxTexts` / 2 that were given out last, and of those before as many again: in two
 * generations, since putting a set into order at each answer makes garbage that lives long.
 */
export function createServedTexts(maxTexts = 20_000): ServedTexts {
  let recent = new Set<string>();
  let older = new Set<string>();
  /** Which generation a record was noted in, which is shared for as long as the memo does not change. */
  const notedIn = new WeakMap<MemoRecord, Set<string>>();
  const key = (memo: string, hash: string): string => `${memo} ${hash}`;
  return {
    note(memo) {
      if (notedIn.get(memo) === recent) return;
      notedIn.set(memo, recent);
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
