import { type AppError, type NotificationStatus, ok, type Result } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import type { NotificationView } from "@tidemark/core/notification";
import type { SyncContext } from "@tidemark/core/router";
import type { NotificationsChanged, WireNotification } from "@tidemark/core/sync/protocol";
import type { Services } from "../services/services.ts";
import { usernameOf } from "@tidemark/core/names";

/**
 * Creates the calls for notifications, which use the API's service. Other users' notifications are reported
 * as missing, like unknown ones.
 */
export function createNotificationCalls({
  notifications,
  database,
}: Pick<Services, "notifications" | "database">): SyncContext["notifications"] {
  async function each(
    ids: readonly string[],
    change: (id: string) => Promise<Result<unknown, AppError>>,
  ): Promise<Result<NotificationsChanged, AppError>> {
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const changed = await change(id);
      if (changed.ok) continue;
      if (changed.error.code !== "NOT_FOUND") return changed;
      missing.push(id);
    }
    return ok({ missing });
  }

  return {
    async list(caller, pageSize) {
      const username = usernameOf(caller.name);
      const page = await notifications.list(caller, username, { pageSize, pageToken: "" });
      if (!page.ok) return page;
      return ok({
        notifications: page.value.notifications.map(toWire),
        hasOthers: await database.read(({ users }) => users.hasOthers(username)),
      });
    },
    setStatus: (caller: Caller, ids: readonly string[], status: NotificationStatus) =>
      each(ids, (id) => notifications.setStatus(caller, usernameOf(caller.name), id, status)),
    remove: (caller, ids) =>
      each(ids, (id) => notifications.remove(caller, usernameOf(caller.name), id)),
  };
}

function toWire({
  id,
  sender,
  type,
  memo,
  relatedMemo,
  status,
  createdMs,
  snippet,
}: NotificationView): WireNotification {
  return { id, sender, type, memo, relatedMemo, status, createdMs, snippet };
}
