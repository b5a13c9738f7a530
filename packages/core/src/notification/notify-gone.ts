import type { ServerWriteStores } from "../stores/server-database.ts";
import type { WebhookDelivery, WebhookRecord } from "../stores/webhook-store.ts";
import { notify, type NotifyDeps } from "./notify.ts";

/**
 * Notifies a webhook's owner that its receiver answered 410, of the memo that it was sent. A test is about
 * none, and its owner sees the answer.
 */
export async function notifyGone(
  stores: ServerWriteStores,
  deps: NotifyDeps,
  { user }: WebhookRecord,
  { memo }: WebhookDelivery,
): Promise<void> {
  // A notification is removed with its memo.
  if (memo === "" || (await stores.memos.find(memo)) === null) return;
  const about = { user, sender: user, type: "WEBHOOK_GONE", memo, relatedMemo: null } as const;
  await notify(stores, deps, about, { again: true });
}
