import type { MemoListQuery } from "@tidemark/core";

/**
 * The numbers of the memos of pages that were found, by what was asked. Who asks is a part of that, as
 * is what they may read: whether they still are and may is judged before. Holds until the next commit.
 */
export interface KeptPages {
  find(query: MemoListQuery): readonly number[] | undefined;
  keep(query: MemoListQuery, pks: readonly number[]): void;
}

/** Of questions and numbers together, in bytes. What does not fit any more begins anew. */
const maxBytes = 256_000;
const bytesPerUnit = 2;
const bytesPerNumber = 8;
/** A map's own, for each page. */
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

/** A plan says the same for as long as its text does, and its `now` where it names that. */
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
