import type { Migration } from "../migration.ts";

/** Webhooks with their deliveries, and the log that event streams replay. */
export const webhooksAndEvents: Migration = {
  version: 7,
  name: "webhooks and events",
  up: (connection) => connection.exec(tables),
};

const tables = `
CREATE TABLE webhook (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  url TEXT NOT NULL,
  display_name TEXT NOT NULL,
  signing_secret TEXT NOT NULL,
  events TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_by_user ON webhook (user, pk);

CREATE TABLE webhook_delivery (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  webhook TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  memo TEXT NOT NULL,
  event TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  joins_edits INTEGER NOT NULL CHECK (joins_edits IN (0, 1)),
  attempts INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  due_ms INTEGER NOT NULL,
  last_status INTEGER,
  last_error TEXT,
  body TEXT,
  snapshot TEXT
) STRICT;
CREATE INDEX webhook_delivery_due ON webhook_delivery (due_ms, pk) WHERE state = 'PENDING';
CREATE INDEX webhook_delivery_order ON webhook_delivery (webhook, memo, pk) WHERE state = 'PENDING';
CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook, pk);
CREATE INDEX webhook_delivery_done ON webhook_delivery (created_ms) WHERE state <> 'PENDING';

CREATE TABLE event_log (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  parent TEXT,
  memo TEXT,
  scopes TEXT NOT NULL,
  except_scopes TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
`;
