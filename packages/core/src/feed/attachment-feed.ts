import type { AttachmentRow } from "../model/attachment.ts";
import type { FeedRow } from "../stores/sync-stores.ts";
import type { ServerReadStores, ServerWriteStores } from "../stores/server-database.ts";
import type { AttachmentChange } from "../stores/journal.ts";
import { scopesOf, userScope, type Scope } from "../model/scope.ts";

const kind = "attachment";

/** Returns the scopes of an attachment: its owner's, and those of its memo. */
export async function scopesOfAttachment(
  { memos }: Pick<ServerReadStores, "memos">,
  { creator, memo }: AttachmentRow,
): Promise<ReadonlySet<Scope>> {
  const own = userScope(creator);
  const record = memo === null ? null : await memos.find(memo);
  return record === null ? new Set([own]) : new Set([...(await scopesOf(memos, record)), own]);
}

/** Writes a change of an attachment to the feed of every scope that it is in or was in. */
export async function feedAttachment(
  stores: ServerWriteStores,
  { after, op, atMs }: AttachmentChange,
  touched: Set<Scope>,
): Promise<void> {
  if (after === null) await feedRemovals(stores, [op.entity], atMs, touched);
  else await feedRow(stores, after, touched);
}

/** Updates the feed rows of a memo's attachments. Called when the memo has entered or left scopes. */
export async function moveAttachments(
  stores: ServerWriteStores,
  memo: string,
  touched: Set<Scope>,
): Promise<void> {
  for (const { number: _number, ...file } of await stores.attachments.listByMemos([memo])) {
    const moved = { ...file, seq: await stores.meta.nextSeq() };
    await stores.attachments.update(moved);
    await feedRow(stores, moved, touched);
  }
}

/** Adds tombstones of removed attachments, which reject late operations, and feed rows. */
export async function feedRemovals(
  stores: ServerWriteStores,
  ids: readonly string[],
  atMs: number,
  touched: Set<Scope>,
): Promise<void> {
  for (const entity of ids) {
    const seq = await stores.meta.nextSeq();
    await stores.tombstones.add(kind, entity, seq, atMs);
    for (const { scope } of await stores.feed.scopesOf(kind, entity)) {
      await stores.feed.put({ scope, kind, entity, seq, op: "del" });
      touched.add(scope);
    }
  }
}

/** Writes an attachment to the feed of every scope that it is in, and evictions for those that it left. */
export async function feedRow(
  stores: ServerWriteStores,
  row: AttachmentRow,
  touched: Set<Scope>,
): Promise<void> {
  const { id: entity, seq } = row;
  const scopes = await scopesOfAttachment(stores, row);
  const before = (await stores.feed.scopesOf(kind, entity)).filter(isThere);
  const left = before.map(({ scope }) => scope).filter((scope) => !scopes.has(scope));
  for (const scope of scopes) await stores.feed.put({ scope, kind, entity, seq, op: "up" });
  for (const scope of left) await stores.feed.put({ scope, kind, entity, seq, op: "evict" });
  for (const scope of [...scopes, ...left]) touched.add(scope);
}

function isThere({ op }: FeedRow): boolean {
  return op === "up";
}
