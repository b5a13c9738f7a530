import { inboxScope } from "../model/scope.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { NotificationRecord } from "../stores/notification-store.ts";

export interface NotifyDeps {
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** Called within the transaction for each new notification. */
  readonly onNotification?: (stores: ServerWriteStores, made: NotificationRecord) => Promise<void>;
}

/**
 * Adds a notification in the caller's transaction. Keeps an existing one of the same sender about the same
 * memo, unless `again` replaces it.
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
