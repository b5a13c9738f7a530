import { inboxScope } from "../model/scope.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { NotificationRecord } from "../stores/notification-store.ts";

export interface NotifyDeps {
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** Told within the transaction of each notification that is new. */
  readonly onNotification?: (stores: ServerWriteStores, made: NotificationRecord) => Promise<void>;
}

/**
 * Leaves a notification in the caller's transaction. One of the same sender about the same memo that
 * is there already stays as it is, unless `again` puts the new one in its place.
 */
export async function notify(
  stores: ServerWriteStores,
  deps: NotifyDeps,
  about: Pick<NotificationRecord, "user" | "sender" | "type" | "memo" | "relatedMemo">,
  { again = false }: { readonly again?: boolean } = {},
): Promise<void> {
  const made: NotificationRecord = {
    ...about,
    id: deps.newId(),
    status: "UNREAD",
    createdMs: deps.nowMs(),
  };
  if (again) await stores.notifications.removeLike(made);
  if (!(await stores.notifications.add(made))) return;
  stores.afterCommit({ kind: "scopes-moved", scopes: [inboxScope(about.user)] });
  await deps.onNotification?.(stores, made);
}
