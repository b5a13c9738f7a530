import type { ServerWriteStores } from "../stores/server-database.ts";
import type { WebhookDelivery, WebhookRecord } from "../stores/webhook-store.ts";
import { notify, type NotifyDeps } from "./notify.ts";

/**
 * Notifies a webhook's owner, with the memo that was sent, that its receiver answered 410. Skips tests: they
 * have no memo, and the owner sees their answer.
 */
export async function notifyGone(
  stores: ServerWriteStores,
  deps: NotifyDeps,
  { user }: WebhookRecord,
  { memo }: WebhookDelivery,
): Promise<void> {
  // Notifications are removed with their memo.
  if (memo === "" || (await stores.memos.find(memo)) === null) return;
  const about = { user, sender: user, type: "WEBHOOK_GONE", memo, relatedMemo: null } as const;
  await notify(stores, deps, about, { again: true });
}
