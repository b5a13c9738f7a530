import { memoEventOf } from "../event/memo-event.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { ChangeFollower, FollowedChange } from "../stores/journal.ts";
import type { WebhookEvent } from "../model/webhook.ts";
import type { WebhookDelivery } from "../stores/webhook-store.ts";
import { isArchived } from "../user/archived-owner.ts";
import { noteSnapshot, takeSnapshot } from "./take-snapshot.ts";
import type { UserReference } from "../names/names.ts";

/** Pause after an edit before it is sent, in ms. Edits that are closer together are sent as one. */
export const editPauseMs = 30_000;

/** Maximum size of pending snapshots of one user's memos, in bytes. */
export const maxWaitingBytes = 64 * 1024 * 1024;
export const tooMuchWaiting = "too much is waiting to be delivered";

/**
 * Creates a follower that queues the webhook deliveries of a change, in the change's transaction. They are
 * for the memo's owner, and for a new comment also for the owner of the parent memo. Edits pushed by a device
 * join one delivery, due a pause after the last; all others are due at once. Sending starts after the commit.
 * All deliveries share one snapshot of the memo. Nothing is queued for an archived account, or for a webhook
 * whose receiver answered 410.
 */
export function createWebhookFollower(deps: { readonly newId: () => string }): ChangeFollower {
  return async (stores, change) => {
    const event = memoEventOf(change);
    const row = (change.after ?? change.before)?.row;
    if (event === null || row === undefined) return;
    const hearers: { user: UserReference; event: WebhookEvent }[] = [{ user: row.creator, event }];
    if (event === "memo.created" && row.parent !== null) {
      const parent = await stores.memos.find(row.parent);
      if (parent !== null) hearers.push({ user: parent.creator, event: "memo.comment.created" });
    }
    const queued: { user: UserReference; webhook: string; event: WebhookEvent }[] = [];
    for (const { user, event: name } of hearers) {
      const hearing = (await stores.webhooks.listByUser(user)).filter(
        ({ events, goneMs }) => goneMs === null && (events.length === 0 || events.includes(name)),
      );
      if (hearing.length === 0 || (await isArchived(stores.users, user))) continue;
      queued.push(...hearing.map(({ id }) => ({ user, webhook: id, event: name })));
    }
    if (queued.length === 0) return;
    const taken = await takeSnapshot(stores, change, new Set(queued.map(({ user }) => user)));
    const snapshot = await stores.deliveries.addSnapshot(taken, maxWaitingBytes);
    for (const { webhook, event: name } of queued) {
      const id = `msg_${deps.newId()}`;
      const delivery = { id, webhook, memo: row.id, event: name, snapshot };
      await enqueueDelivery(stores, change, delivery);
    }
    if (snapshot !== null) noteSnapshot(stores, snapshot, taken);
    stores.afterCommit({ kind: "deliveries-due" });
  };
}

async function enqueueDelivery(
  stores: ServerWriteStores,
  change: FollowedChange,
  queued: Pick<WebhookDelivery, "id" | "webhook" | "memo" | "event" | "snapshot">,
): Promise<void> {
  const { webhook, event, memo, snapshot } = queued;
  const joinsEdits = event === "memo.updated" && isTyping(change);
  const dueMs = change.atMs + (joinsEdits ? editPauseMs : 0);
  const last = await stores.deliveries.lastPending(webhook, memo);
  if (last?.joinsEdits === true) {
    if (joinsEdits && snapshot !== null) {
      await stores.deliveries.update({ ...last, dueMs }, snapshot);
      return;
    }
    // The new delivery must not wait for the pause after the edits.
    await stores.deliveries.update({ ...last, joinsEdits: false, dueMs: change.atMs });
  }
  const isRefused = snapshot === null;
  await stores.deliveries.add({
    ...queued,
    state: isRefused ? "FAILED" : "PENDING",
    joinsEdits: joinsEdits && !isRefused,
    attempts: 0,
    createdMs: change.atMs,
    dueMs,
    lastStatus: null,
    lastError: isRefused ? tooMuchWaiting : null,
    body: null,
  });
}

function isTyping(change: FollowedChange): boolean {
  return change.isPushed === true && change.ops.every((op) => op.kind === "memo.text");
}
