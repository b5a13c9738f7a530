import { reactionsOf } from "@tidemark/core/memo";
import type { MemoElement, MemoRecord } from "@tidemark/core/model";
import type { AttachmentView, MemoView, ReactionView } from "@tidemark/core/router";
import { type UserReference, usernameOf } from "@tidemark/core/names";

/** Data that the screen needs besides the memo. */
export interface MemoMarks {
  /** Ids with pending operations. */
  readonly waiting: ReadonlySet<string>;
  /** Ids with a merge that the user hasn't seen. */
  readonly merged: ReadonlySet<string>;
  /** The profile's user. */
  readonly user: UserReference;
  /** Titles of spaces by resource name. */
  readonly titles: ReadonlyMap<string, string>;
  /** Elements by memo; memos without any may be absent. */
  readonly elements: ReadonlyMap<string, readonly MemoElement[]>;
  /** Attachments by memo, in order; memos without any may be absent. */
  readonly attachments: ReadonlyMap<string, readonly AttachmentView[]>;
}

export function memoView(
  record: MemoRecord,
  { waiting, merged, user, titles, elements, attachments }: MemoMarks,
): MemoView {
  const { stamps: _stamps, extra: _extra, seq: _seq, gen: _gen, ...shown } = record;
  const { creator, space } = record;
  return {
    ...shown,
    author: creator === user ? null : usernameOf(creator),
    spaceTitle: space === null ? null : (titles.get(space) ?? null),
    isSynced: !waiting.has(record.id),
    isMerged: merged.has(record.id),
    reactions: reactionViews(elements.get(record.id) ?? [], user),
    attachments: attachments.get(record.id) ?? [],
  };
}

const maxNamed = 10;

function reactionViews(elements: readonly MemoElement[], user: UserReference): ReactionView[] {
  const byType = Map.groupBy(reactionsOf(elements), ({ reactionType }) => reactionType);
  return Array.from(byType, ([type, reactions]) => {
    const others = reactions.filter(({ creator }) => creator !== user);
    return {
      type,
      count: reactions.length,
      isOwn: others.length < reactions.length,
      others: others.slice(0, maxNamed).map(({ creator }) => usernameOf(creator)),
    };
  });
}
