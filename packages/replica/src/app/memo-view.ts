import type { MemoRecord } from "@tidemark/core/model";
import type { AttachmentView, MemoView } from "@tidemark/core/router";

/** What the screen needs to know beside the memo itself. */
export interface MemoMarks {
  /** Ids with operations still to be sent. */
  readonly waiting: ReadonlySet<string>;
  /** Ids whose merge nobody has looked at. */
  readonly merged: ReadonlySet<string>;
  /** The profile's user. */
  readonly user: string;
  /** Of spaces, by resource name. */
  readonly titles: ReadonlyMap<string, string>;
  /** By memo, in order; memos without any may be absent. */
  readonly attachments: ReadonlyMap<string, readonly AttachmentView[]>;
}

export function memoView(
  record: MemoRecord,
  { waiting, merged, user, titles, attachments }: MemoMarks,
): MemoView {
  const { stamps: _stamps, extra: _extra, seq: _seq, gen: _gen, ...shown } = record;
  const { creator, space } = record;
  return {
    ...shown,
    author: creator === user ? null : creator.slice("users/".length),
    spaceTitle: space === null ? null : (titles.get(space) ?? null),
    isSynced: !waiting.has(record.id),
    isMerged: merged.has(record.id),
    attachments: attachments.get(record.id) ?? [],
  };
}
