import { memoEventOf } from "../event/memo-event.ts";
import { derivedOf } from "../commit/commit-memo.ts";
import type { MemoRecord } from "../model/memo.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { ChangeFollower, FollowedChange } from "../stores/journal.ts";
import type { WebhookEvent } from "../model/webhook.ts";
import type { WebhookDelivery } from "../stores/webhook-store.ts";
import { isArchived } from "../user/archived-owner.ts";

/** Typing goes on: edits of a text that come closer together than this are sent together. */
export const editPauseMs = 30_000;

/**
 * Writes what webhooks are to be sent of a change, in its transaction: the owner's of the memo, and
 * for a new comment also those of the owner of what it is on. Edits that a device pushes join one
 * delivery, due a while after the last; everything else is due at once. The deliveries begin after
 * the commit. Nothing is queued for an account that is archived.
 */
export function createWebhookFollower(deps: { readonly newId: () => string }): ChangeFollower {
  return async (stores, change) => {
    const event = memoEventOf(change);
    const row = (change.after ?? change.before)?.row;
    if (event === null || row === undefined) return;
    const hearers: { user: string; event: WebhookEvent }[] = [{ user: row.creator, event }];
    if (event === "memo.created" && row.parent !== null) {
      const parent = await stores.memos.find(row.parent);
      if (parent !== null) hearers.push({ user: parent.creator, event: "memo.comment.created" });
    }
    let snapshot: MemoRecord | null = null;
    for (const { user, event: name } of hearers) {
      const hearing = (await stores.webhooks.listByUser(user)).filter(
        ({ events }) => events.length === 0 || events.includes(name),
      );
      if (hearing.length === 0 || (await isArchived(stores.users, user))) continue;
      snapshot ??= await snapshotOf(stores, change);
      for (const webhook of hearing) {
        const id = `msg_${deps.newId()}`;
        await enqueueDelivery(stores, change, { id, webhook: webhook.id, event: name, snapshot });
      }
      stores.afterCommit({ kind: "deliveries-due" });
    }
  };
}

async function enqueueDelivery(
  stores: ServerWriteStores,
  change: FollowedChange,
  queued: Pick<WebhookDelivery, "id" | "webhook"> & { event: WebhookEvent; snapshot: MemoRecord },
): Promise<void> {
  const { id, webhook, event, snapshot } = queued;
  const joinsEdits = event === "memo.updated" && isTyping(change);
  const dueMs = change.atMs + (joinsEdits ? editPauseMs : 0);
  const last = await stores.deliveries.lastPending(webhook, snapshot.id);
  if (last?.joinsEdits === true) {
    if (joinsEdits) {
      await stores.deliveries.update({ ...last, dueMs }, snapshot);
      return;
    }
    // What comes now must not wait for the pause after the typing.
    await stores.deliveries.update({ ...last, joinsEdits: false, dueMs: change.atMs });
  }
  await stores.deliveries.add({
    id,
    webhook,
    memo: snapshot.id,
    event,
    state: "PENDING",
    joinsEdits,
    attempts: 0,
    createdMs: change.atMs,
    dueMs,
    lastStatus: null,
    lastError: null,
    body: null,
    snapshot,
  });
}

function isTyping(change: FollowedChange): boolean {
  return change.isPushed === true && change.ops.every((op) => op.kind === "memo.text");
}

/** The memo after the change, or before it when it was purged. */
async function snapshotOf(stores: ServerWriteStores, change: FollowedChange): Promise<MemoRecord> {
  const entity = change.after ?? change.before;
  if (entity === null) throw new Error("a change without a memo");
  const stored = change.after === null ? null : await stores.memos.find(entity.row.id);
  // Nobody is sent the number of a memo that is gone.
  return stored ?? { ...entity.row, ...derivedOf(entity), number: 0 };
}
