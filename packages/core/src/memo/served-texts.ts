import { textHash } from "../text/index.ts";

/**
 * Remembers which texts were given to clients with an ETag: those are worth keeping when they are
 * replaced, because a client may come back with a change of them. In memory and bounded; a text that
 * is forgotten is merged as well while it is among the newest few of its memo.
 */
export interface ServedTexts {
  note(memo: string, content: string): void;
  has(memo: string, content: string): boolean;
}

export function createServedTexts(maxTexts = 20_000): ServedTexts {
  const served = new Set<string>();
  const key = (memo: string, content: string): string =>
    `${memo} ${textHash(content).slice(0, 20)}`;
  return {
    note(memo, content) {
      const text = key(memo, content);
      // Taken out and put back, so that the oldest stands first.
      served.delete(text);
      served.add(text);
      if (served.size <= maxTexts) return;
      const oldest = served.values().next();
      if (oldest.done === false) served.delete(oldest.value);
    },
    has: (memo, content) => served.has(key(memo, content)),
  };
}
