import type { MemoListQuery } from "@tidemark/core";

/**
 * Row numbers on pages of lists, by query. The query includes the reader and their access, which the caller
 * checks first. Valid until the next commit.
 */
export interface KeptPages {
  find(query: MemoListQuery): readonly number[] | undefined;
  keep(query: MemoListQuery, pks: readonly number[]): void;
}

/** Limit of keys and numbers together, in bytes. A page that doesn't fit empties the cache. */
const maxBytes = 256_000;
const bytesPerUnit = 2;
const bytesPerNumber = 8;
/** Overhead of a map entry. */
const bytesPerPage = 100;

export function createKeptPages(): KeptPages {
  const pages = new Map<string, readonly number[]>();
  let bytes = 0;
  return {
    find: (query) => pages.get(keyOf(query)),
    keep(query, pks) {
      const key = keyOf(query);
      const size = bytesPerPage + key.length * bytesPerUnit + pks.length * bytesPerNumber;
      if (size > maxBytes || pages.has(key)) return;
      if (bytes + size > maxBytes) {
        pages.clear();
        bytes = 0;
      }
      pages.set(key, pks);
      bytes += size;
    },
  };
}

/** Identifies a plan by its source text, and by its `now` if it uses that. */
function keyOf({ filter, ...asked }: MemoListQuery): string {
  const { access, state, trash, parent, reach, among, order, after, offset, limit } = asked;
  const plan = filter === null ? null : [filter.source, filter.usesNow ? filter.nowMs : null];
  return JSON.stringify([
    plan,
    [access.user, access.spaces, access.hidesPublic],
    [state, trash, parent, reach, among],
    [order, after, offset, limit],
  ]);
}
