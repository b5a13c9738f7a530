import type { WebhookRecord, WebhookRow, WebhookStore } from "@tidemark/core";
import { type WebhookEvent, webhookEvents } from "@tidemark/core/model";
import type { Insertable, Kysely, Selectable } from "kysely";
import { selectRows, sqlText } from "../../sql/sql-text.ts";
import type { WebhookTable } from "../../schema/event-tables.ts";
import type { Tables } from "../../schema/tables.ts";
import { readStrings } from "../../schema/own-rows.ts";
import { webhookRow } from "../../schema/table-rows.ts";
import { removeUnusedSnapshots } from "./delivery-snapshots.ts";

export function createWebhookStore(db: Kysely<Tables>): WebhookStore {
  return {
    find: async (id) => {
      const row = await db
        .selectFrom("webhook")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? null : columnsToWebhook(row);
    },
    // As text: every write of a memo runs it, and building a query costs more than running it.
    listByUser: async (user) => {
      const rows = await selectRows(
        db,
        sqlText('SELECT * FROM webhook WHERE "user" = ? ORDER BY pk', user),
        webhookRow,
      );
      return rows.map(columnsToWebhook);
    },
    insert: async (webhook) => {
      const row = await db
        .insertInto("webhook")
        .values(webhookToColumns(webhook))
        .returningAll()
        .executeTakeFirstOrThrow();
      return columnsToWebhook(row);
    },
    update: async (webhook) => {
      await db
        .updateTable("webhook")
        .set({ ...webhookToColumns(webhook), gone_ms: null })
        .where("id", "=", webhook.id)
        .execute();
    },
    end: async (id, atMs) => {
      await db.updateTable("webhook").set({ gone_ms: atMs }).where("id", "=", id).execute();
    },
    remove: async (id) => {
      await db.deleteFrom("webhook").where("id", "=", id).execute();
      await removeUnusedSnapshots(db);
    },
    removeByUser: async (user) => {
      const { numDeletedRows } = await db
        .deleteFrom("webhook")
        .where("user", "=", user)
        .executeTakeFirstOrThrow();
      await removeUnusedSnapshots(db);
      return Number(numDeletedRows);
    },
  };
}

function webhookToColumns(webhook: WebhookRow): Omit<Insertable<WebhookTable>, "pk" | "gone_ms"> {
  return {
    id: webhook.id,
    user: webhook.user,
    url: webhook.url,
    display_name: webhook.displayName,
    signing_secret: webhook.sealedSecret,
    events: JSON.stringify(webhook.events),
    created_ms: webhook.createdMs,
    updated_ms: webhook.updatedMs,
  };
}

function columnsToWebhook(columns: Selectable<WebhookTable>): WebhookRecord {
  return {
    number: columns.pk,
    id: columns.id,
    user: columns.user,
    url: columns.url,
    displayName: columns.display_name,
    sealedSecret: columns.signing_secret,
    events: readStrings(columns.events).map(toWebhookEvent),
    createdMs: columns.created_ms,
    updatedMs: columns.updated_ms,
    goneMs: columns.gone_ms,
  };
}

function toWebhookEvent(event: unknown): WebhookEvent {
  const known = webhookEvents.find((each) => each === event);
  if (known === undefined) throw new Error(`unknown event ${String(event)}`);
  return known;
}
