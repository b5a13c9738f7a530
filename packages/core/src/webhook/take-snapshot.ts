import { readAccess } from "../access/read-access.ts";
import { derivedOf } from "../commit/commit-memo.ts";
import { reactionsOf } from "../memo/reactions.ts";
import { relationsOf } from "../memo/relations.ts";
import type { AttachmentRecord } from "../model/attachment.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoElement, MemoRecord } from "../model/memo.ts";
import type { MemoRelation } from "../model/memo-parts.ts";
import { type UserReference, spaceName } from "../names/names.ts";
import type { AttachmentFollower, FollowedChange } from "../stores/journal.ts";
import type { ServerReadStores, ServerWriteStores } from "../stores/server-database.ts";
import type { DeliverySnapshot, SnapshotParts } from "../stores/webhook-store.ts";

/** Maximum number of relations and of reactions in a snapshot. */
const maxPerKind = 1000;

/**
 * Returns the memo after the change, or before it if it was purged, with its attachments, reactions and
 * relations.
 */
export async function takeSnapshot(
  stores: ServerWriteStores,
  change: FollowedChange,
  recipients: ReadonlySet<UserReference>,
): Promise<DeliverySnapshot> {
  const entity = change.after ?? change.before;
  if (entity === null) throw new Error("a change without a memo");
  const stored = change.after === null ? null : await stores.memos.find(entity.row.id);
  // A purged memo has no number.
  const memo = stored ?? { ...entity.row, ...derivedOf(entity), number: 0 };
  const elements = new Map([[memo.id, entity.elements]]);
  const files = change.files ?? (await stores.attachments.listByMemos([memo.id]));
  return snapshotWith(stores, { memo, elements, files }, recipients);
}

/** Returns a memo's current state, with its attachments, reactions and relations. */
export async function snapshotNow(
  stores: SnapshotSources,
  memo: MemoRecord,
  recipient: UserReference,
): Promise<DeliverySnapshot> {
  const elements = await stores.memos.elements([memo.id]);
  const files = await stores.attachments.listByMemos([memo.id]);
  return snapshotWith(stores, { memo, elements, files }, new Set([recipient]));
}

type SnapshotSources = Pick<ServerReadStores, "attachments" | "memos" | "spaces">;

async function snapshotWith(
  stores: SnapshotSources,
  found: {
    readonly memo: MemoRecord;
    readonly elements: ReadonlyMap<string, readonly MemoElement[]>;
    readonly files: readonly AttachmentRecord[];
  },
  recipients: ReadonlySet<UserReference>,
): Promise<DeliverySnapshot> {
  const { memo, elements, files } = found;
  const relations: Record<string, readonly MemoRelation[]> = {};
  for (const user of recipients) {
    const access = readAccess(await recipientOf(stores, user));
    const related = await relationsOf(stores.memos, access, [memo], elements);
    relations[user] = (related.get(memo.id) ?? []).slice(0, maxPerKind);
  }
  const reactions = reactionsOf(elements.get(memo.id) ?? []).slice(0, maxPerKind);
  return { memo, parts: { attachments: files, reactions, relations } };
}

/** Returns the owner of a webhook as the caller for whom its deliveries are made. */
export async function recipientOf(
  { spaces }: Pick<ServerReadStores, "spaces">,
  user: UserReference,
): Promise<Caller> {
  const memberships = await spaces.memberships(user);
  return {
    name: user,
    role: "USER",
    spaces: memberships.map(({ space }) => spaceName(space)),
    scope: "read",
    device: "",
  };
}

/** Snapshots that a transaction has made, by memo. */
const madeBy = new WeakMap<object, Map<string, { id: number; parts: SnapshotParts }>>();

/** Stores a snapshot, so that files attached later in the same transaction are added to it. */
export function noteSnapshot(
  stores: ServerWriteStores,
  id: number,
  { memo, parts }: { readonly memo: MemoRecord; readonly parts: SnapshotParts | null },
): void {
  if (parts === null) return;
  const made = madeBy.get(stores) ?? new Map<string, { id: number; parts: SnapshotParts }>();
  madeBy.set(stores, made.set(memo.id, { id, parts }));
}

/**
 * Adds files to the snapshots of the same transaction, because a new memo is saved before its attachments.
 */
export const followAttachments: AttachmentFollower = async (stores, { before, after }) => {
  const made = madeBy.get(stores);
  if (made === undefined) return;
  for (const memo of new Set([before?.memo, after?.memo])) {
    const noted = typeof memo === "string" ? made.get(memo) : undefined;
    if (noted === undefined || typeof memo !== "string") continue;
    const attachments: readonly AttachmentRecord[] = await stores.attachments.listByMemos([memo]);
    noted.parts = { ...noted.parts, attachments };
    await stores.deliveries.setParts(noted.id, noted.parts);
  }
};
