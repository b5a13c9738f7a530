import { textHash } from "../text/index.ts";
import { memoEtag, textDigits, textNamedBy } from "./memo-etag.ts";
import type { MemoRecord } from "./model.ts";

/**
 * Remembers which texts were given to clients with an ETag: those are worth keeping when they are
 * replaced, because a client may come back with a change of them. In memory and bounded; a text that
 * is forgotten is merged as well while it is among the newest few of its memo.
 */
export interface ServedTexts {
  note(memo: MemoRecord): void;
  has(memo: string, content: string): boolean;
}

export function createServedTexts(maxTexts = 20_000): ServedTexts {
  const served = new Set<string>();
  const key = (memo: string, hash: string): string => `${memo} ${hash}`;
  return {
    note(memo) {
      const text = key(memo.id, textNamedBy(memoEtag(memo)));
      // Taken out and put back, so that the oldest stands first.
      served.delete(text);
      served.add(text);
      if (served.size <= maxTexts) return;
      const oldest = served.values().next();
      if (oldest.done === false) served.delete(oldest.value);
    },
    has: (memo, content) => served.has(key(memo, textHash(content).slice(0, textDigits))),
  };
}
