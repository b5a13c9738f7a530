import type { Selectable } from "kysely";
import type { AuditEntryTable, UserAccountTable } from "./account-tables.ts";
import type { AttachmentTable } from "./attachment-tables.ts";
import type { EntityBaseTable, OutboxTable } from "./device-sync-tables.ts";
import type { WebhookDeliveryTable, WebhookTable } from "./event-tables.ts";
import type { MemoElementTable, MemoTable } from "./memo-tables.ts";
import type { FeedTable } from "./server-sync-tables.ts";
import {
  bytes,
  flag,
  number,
  orNull,
  rowOf,
  scope,
  stamp,
  text,
  userReference,
} from "../sql/row.ts";

// Shapes of whole rows for SQL text; their types are checked against the tables.

export const attachmentRow = rowOf<Selectable<AttachmentTable>>({
  pk: number,
  number: number,
  shelf: text,
  id: text,
  creator: userReference,
  created_ms: number,
  updated_ms: number,
  filename: text,
  mime_type: text,
  size_bytes: number,
  sha256: orNull(text),
  external_link: text,
  memo: orNull(text),
  position: number,
  motion: orNull(text),
  metadata: orNull(text),
  filename_stamp: stamp,
  link_stamp: stamp,
  seq: number,
  extra: text,
});

export const auditEntryRow = rowOf<Selectable<AuditEntryTable>>({
  pk: number,
  at_ms: number,
  action: text,
  actor: text,
  target: text,
  address: text,
  count: number,
});

export const entityBaseRow = rowOf<Selectable<EntityBaseTable>>({
  entity: text,
  row: orNull(text),
  doc_gen: orNull(number),
  doc_state: orNull(bytes),
  elements: text,
});

export const feedRow = rowOf<Selectable<FeedTable>>({
  scope: scope,
  kind: text,
  entity: text,
  seq: number,
  op: text,
});

export const memoElementRow = rowOf<Selectable<MemoElementTable>>({
  memo: text,
  set_name: text,
  key: text,
  value: orNull(text),
  stamp: stamp,
});

export const memoRow = rowOf<Selectable<MemoTable>>({
  pk: number,
  number: number,
  id: text,
  creator: userReference,
  created_ms: number,
  updated_ms: number,
  state: flag,
  deleted: flag,
  pinned: flag,
  visibility: number,
  space: orNull(text),
  parent: orNull(text),
  has_link: flag,
  has_task_list: flag,
  has_code: flag,
  has_incomplete_tasks: flag,
  has_location: flag,
  deleted_ms: orNull(number),
  latitude: orNull(number),
  longitude: orNull(number),
  place: orNull(text),
  seq: number,
  gen: number,
  title: text,
  snippet: text,
  tags: text,
  stamps: text,
  extra: text,
  content: text,
  open_tasks: number,
});

export const outboxRow = rowOf<Selectable<OutboxTable>>({
  n: number,
  entity: text,
  state: text,
  attempts: number,
  error: orNull(text),
  at_ms: number,
  op: text,
});

export const userAccountRow = rowOf<Selectable<UserAccountTable>>({
  number: number,
  username: text,
  role: text,
  is_host: flag,
  password_hash: text,
  email: text,
  display_name: text,
  avatar_url: text,
  description: text,
  state: flag,
  created_ms: number,
  updated_ms: number,
  closed_ms: orNull(number),
});

/** Columns of a delivery without its body and snapshot. */
export const deliveryHeadColumns = {
  id: text,
  webhook: text,
  memo: text,
  event: text,
  state: text,
  joins_edits: flag,
  attempts: number,
  created_ms: number,
  due_ms: number,
  last_status: orNull(number),
  last_error: orNull(text),
};

export const webhookDeliveryRow = rowOf<Selectable<WebhookDeliveryTable>>({
  pk: number,
  ...deliveryHeadColumns,
  body: orNull(text),
  snapshot: orNull(text),
  holder: orNull(text),
  held_until_ms: orNull(number),
  snapshot_pk: orNull(number),
});

export const webhookRow = rowOf<Selectable<WebhookTable>>({
  pk: number,
  id: text,
  user: userReference,
  url: text,
  display_name: text,
  signing_secret: text,
  events: text,
  created_ms: number,
  updated_ms: number,
  gone_ms: orNull(number),
});
