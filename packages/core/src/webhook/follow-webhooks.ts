import { memoEventOf } from "../event/memo-event.ts";
import { derivedOf } from "../commit/commit-memo.ts";
import type { MemoRecord } from "../model/memo.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { ChangeFollower, FollowedChange } from "../stores/journal.ts";
import type { WebhookEvent } from "../model/webhook.ts";

/** Typing goes on: edits of a text that come closer together than this are sent together. */
export const editPauseMs = 30_000;

/**
 * Writes what webhooks are to be sent of a change, in its transaction: the owner's of the memo, and
 * for a new comment also those of the owner of what it is on. Edits that a device pushes join one
 * delivery, due a while after the last; everything else is due at once. The deliveries begin after
 * the commit.
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
    for (const { user, event: name } of hearers) {
      for (const webhook of await stores.webhooks.listByUser(user)) {
        if (webhook.events.length > 0 && !webhook.events.includes(name)) continue;
        await enqueueDelivery(stores, change, {
          webhook: webhook.id,
          event: name,
          newId: deps.newId,
        });
        stores.afterCommit({ kind: "deliveries-due" });
      }
    }
  };
}

async function enqueueDelivery(
  stores: ServerWriteStores,
  change: FollowedChange,
  { webhook, event, newId }: { webhook: string; event: WebhookEvent; newId: () => string },
): Promise<void> {
  const snapshot = await snapshotOf(stores, change);
  const joinsEdits = event === "memo.updated" && isTyping(change);
  const dueMs = change.atMs + (joinsEdits ? editPauseMs : 0);
  const last = await stores.deliveries.lastPending(webhook, snapshot.id);
  if (last?.joinsEdits === true) {
    if (joinsEdits) {
      await stores.deliveries.update({ ...last, snapshot, dueMs });
      return;
    }
    // What comes now must not wait for the pause after the typing.
    await stores.deliveries.update({ ...last, joinsEdits: false, dueMs: change.atMs });
  }
  await stores.deliveries.add({
    id: `msg_${newId()}`,
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
