import { type NotificationRecord, type NotificationStore, notificationTypes } from "@tidemark/core";
import type { Kysely, Selectable } from "kysely";
import type { NotificationTable } from "../../schema/event-tables.ts";
import type { Tables } from "../../schema/tables.ts";

export function createNotificationStore(db: Kysely<Tables>): NotificationStore {
  return {
    find: async (id) => {
      const row = await db
        .selectFrom("notification")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : columnsToNotification(row);
    },
    listByUser: async (user, after, limit) => {
      let query = db.selectFrom("notification").selectAll().where("user", "=", user);
      if (after !== null) {
        const createdMs = Number(after.values[0]);
        query = query.where((where) =>
          where.or([
            where("created_ms", "<", createdMs),
            where.and([where("created_ms", "=", createdMs), where("id", "<", after.id)]),
          ]),
        );
      }
      const rows = await query
        .orderBy("created_ms", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(columnsToNotification);
    },
    add: async (notification) => {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("notification")
        .values({
          id: notification.id,
          user: notification.user,
          sender: notification.sender,
          type: notification.type,
          memo: notification.memo,
          related_memo: notification.relatedMemo,
          status: notification.status,
          created_ms: notification.createdMs,
        })
        .onConflict((conflict) => conflict.columns(["user", "type", "memo", "sender"]).doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },
    removeLike: async ({ user, type, memo, sender }) => {
      await db
        .deleteFrom("notification")
        .where("user", "=", user)
        .where("type", "=", type)
        .where("memo", "=", memo)
        .where("sender", "=", sender)
        .execute();
    },
    setStatus: async (id, status) => {
      await db.updateTable("notification").set({ status }).where("id", "=", id).execute();
    },
    remove: async (id) => {
      await db.deleteFrom("notification").where("id", "=", id).execute();
    },
    removeByUser: async (user) => {
      await db
        .deleteFrom("notification")
        .where((where) => where.or([where("user", "=", user), where("sender", "=", user)]))
        .execute();
    },
  };
}

function columnsToNotification(row: Selectable<NotificationTable>): NotificationRecord {
  return {
    id: row.id,
    user: row.user,
    sender: row.sender,
    type: toType(row.type),
    memo: row.memo,
    relatedMemo: row.related_memo,
    status: toStatus(row.status),
    createdMs: row.created_ms,
  };
}

function toType(type: string): NotificationRecord["type"] {
  const known = notificationTypes.find((each) => each === type);
  if (known !== undefined) return known;
  throw new Error(`unknown type of notification ${type}`);
}

function toStatus(status: string): NotificationRecord["status"] {
  if (status === "UNREAD" || status === "ARCHIVED") return status;
  throw new Error(`unknown status of a notification ${status}`);
}
