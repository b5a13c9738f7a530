import type { WriteStores } from "../ports.ts";
import type { NotificationRecord } from "./notification-store.ts";

export interface NotifyDeps {
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** Told within the transaction of each notification that is new. */
  readonly onNotification?: (stores: WriteStores, made: NotificationRecord) => Promise<void>;
}

/**
 * Leaves a notification in the caller's transaction. One of the same sender about the same memo that
 * is there already stays as it is.
 */
export async function notify(
  stores: WriteStores,
  deps: NotifyDeps,
  about: Pick<NotificationRecord, "user" | "sender" | "type" | "memo" | "relatedMemo">,
): Promise<void> {
  const made: NotificationRecord = {
    ...about,
    id: deps.newId(),
    status: "UNREAD",
    createdMs: deps.nowMs(),
  };
  if (await stores.notifications.add(made)) await deps.onNotification?.(stores, made);
}
