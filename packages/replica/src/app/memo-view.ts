import { type LastEdit, lastEdit, reactionsOf, wasPlacedLast } from "@tidemark/core/memo";
import type { MemoElement, MemoRecord } from "@tidemark/core/model";
import type { OutboxRow, ReadStores } from "@tidemark/core";
import type {
  AttachmentView,
  MemoView,
  MergeView,
  ReactionView,
  UnsentMemo,
} from "@tidemark/core/router";
import { describeRefusal, refusalOf } from "@tidemark/core/sync/device";
import { type UserReference, usernameOf } from "@tidemark/core/names";

/** Data that the screen needs besides the memo. */
export interface MemoMarks {
  /** Ids with pending operations. */
  readonly waiting: ReadonlySet<string>;
  /** Refused operations by memo. */
  readonly refused: ReadonlyMap<string, OutboxRow>;
  /** The server's size limit of a memo; null if unknown. */
  readonly contentBytes: number | null;
  /** Merges that the user hasn't seen, by memo. */
  readonly merged: ReadonlyMap<string, MergeView>;
  /** The profile's user. */
  readonly user: UserReference;
  /** Titles of spaces by resource name. */
  readonly titles: ReadonlyMap<string, string>;
  /** Elements by memo; memos without any may be absent. */
  readonly elements: ReadonlyMap<string, readonly MemoElement[]>;
  /** Last edits by memo; memos without one may be absent. */
  readonly edits: ReadonlyMap<string, LastEdit | null>;
  /** Attachments by memo, in order; memos without any may be absent. */
  readonly attachments: ReadonlyMap<string, readonly AttachmentView[]>;
}

export function memoView(
  record: MemoRecord,
  { waiting, refused, contentBytes, merged, user, titles, elements, edits, attachments }: MemoMarks,
): MemoView {
  const { stamps: _stamps, extra: _extra, seq: _seq, gen: _gen, ...shown } = record;
  const { creator, space } = record;
  const merge = merged.get(record.id);
  return {
    ...shown,
    author: creator === user ? null : usernameOf(creator),
    spaceTitle: space === null ? null : (titles.get(space) ?? null),
    isSynced: !waiting.has(record.id) && !refused.has(record.id),
    unsent: unsentMemo(record, refused.get(record.id), contentBytes),
    isMerged: merge !== undefined,
    ...(merge !== undefined && { merge }),
    edit: edits.get(record.id) ?? null,
    reactions: reactionViews(elements.get(record.id) ?? [], user),
    attachments: attachments.get(record.id) ?? [],
  };
}

type EditStores = Pick<ReadStores, "memos" | "attachments">;

/** Returns the last edits of memos by id. Reads documents and files only of those that were placed since. */
export async function lastEdits(
  { memos, attachments }: EditStores,
  records: readonly MemoRecord[],
  elements: ReadonlyMap<string, readonly MemoElement[]>,
): Promise<Map<string, LastEdit | null>> {
  const elementsOf = ({ id }: MemoRecord): readonly MemoElement[] => elements.get(id) ?? [];
  const placed = records.filter((record) => wasPlacedLast(record, elementsOf(record)));
  const ids = placed.map(({ id }) => id);
  const documents = ids.length === 0 ? new Map() : await memos.texts(ids);
  const files = ids.length === 0 ? [] : await attachments.listByMemos(ids);
  return new Map(
    records.map((record) => {
      const evidence = {
        hasDocument: documents.has(record.id),
        files: files.filter(({ memo }) => memo === record.id),
      };
      return [record.id, lastEdit(record, elementsOf(record), evidence)];
    }),
  );
}

function unsentMemo(
  { seq, content }: MemoRecord,
  row: OutboxRow | undefined,
  contentBytes: number | null,
): UnsentMemo | null {
  if (row === undefined) return null;
  const why = describeRefusal(refusalOf(row).code, row.op);
  const isLarger = contentBytes !== null && new TextEncoder().encode(content).length > contentBytes;
  const limitBytes = isLarger ? contentBytes : null;
  return { n: row.n, why, limitBytes, isOnServer: seq > 0, isAgain: row.state === "pending" };
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
