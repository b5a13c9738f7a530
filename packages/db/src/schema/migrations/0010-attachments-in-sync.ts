import type { Migration } from "../migration.ts";

/** Adds attachments to sync: stamps and a seq on each, and content tables for both sides. */
export const attachmentsInSync: Migration = {
  version: 10,
  name: "attachments in sync",
  up: (connection) => {
    connection.exec(rebuild);
    connection.exec(feedRows);
    connection.exec(serverTables);
    connection.exec(deviceTables);
  },
};

// A device may receive an attachment before its memo, so the link isn't a foreign key; a trigger deletes it
// with the memo. Numbers are never reused: the counter is copied too.
const rebuild = `
CREATE TABLE attachment_next (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  creator TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  filename TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT,
  external_link TEXT NOT NULL,
  memo TEXT,
  position INTEGER NOT NULL,
  motion TEXT,
  metadata TEXT,
  filename_stamp TEXT NOT NULL,
  link_stamp TEXT NOT NULL,
  seq INTEGER NOT NULL,
  extra TEXT NOT NULL,
  CHECK ((sha256 IS NULL) = (external_link <> ''))
) STRICT;
INSERT INTO attachment_next
  SELECT pk, id, creator, created_ms, updated_ms, filename, mime_type, size_bytes, sha256,
    external_link, memo, position, motion, metadata,
    printf('%012x-0000-0', max(updated_ms, 0)), printf('%012x-0000-0', max(updated_ms, 0)), 0, '{}'
  FROM attachment;
DELETE FROM sqlite_sequence WHERE name = 'attachment_next';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'attachment_next', seq FROM sqlite_sequence WHERE name = 'attachment';
DROP TABLE attachment;
ALTER TABLE attachment_next RENAME TO attachment;
CREATE INDEX attachment_by_creator ON attachment (creator, created_ms, id);
CREATE INDEX attachment_by_owner ON attachment (creator, id);
CREATE INDEX attachment_by_memo ON attachment (memo, position, pk) WHERE memo IS NOT NULL;
CREATE INDEX attachment_by_content ON attachment (sha256) WHERE sha256 IS NOT NULL;
CREATE TRIGGER attachment_goes_with_memo AFTER DELETE ON memo
  BEGIN DELETE FROM attachment WHERE memo = OLD.id; END;
`;

// A server's existing attachments are new to every device. Devices have no accounts and no feed.
const feedRows = `
UPDATE attachment SET seq = (SELECT value FROM counter WHERE name = 'seq') + numbered.n
  FROM (SELECT pk, row_number() OVER (ORDER BY pk) AS n FROM attachment) AS numbered
  WHERE numbered.pk = attachment.pk AND EXISTS (SELECT 1 FROM user_account);
UPDATE counter SET value = max(value, (SELECT coalesce(max(seq), 0) FROM attachment))
  WHERE name = 'seq';
INSERT INTO feed (scope, kind, entity, seq, op)
  SELECT 'u:' || substr(creator, 7), 'attachment', id, seq, 'up' FROM attachment WHERE seq > 0;
INSERT INTO feed (scope, kind, entity, seq, op)
  SELECT feed.scope, 'attachment', attachment.id, attachment.seq, 'up'
  FROM attachment JOIN feed ON feed.kind = 'memo' AND feed.entity = attachment.memo
  WHERE attachment.seq > 0 AND feed.op = 'up' AND feed.scope <> 'u:' || substr(attachment.creator, 7);
`;

const serverTables = `
CREATE TABLE received_blob (
  user TEXT NOT NULL,
  declared_sha256 TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  mime_type TEXT NOT NULL,
  motion TEXT,
  metadata TEXT,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (user, declared_sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX received_blob_by_time ON received_blob (at_ms);
`;

// Content is used by attachments, and by rejected operations that the user may retry.
const deviceTables = `
CREATE VIEW blob_in_use AS
  SELECT sha256 FROM attachment WHERE sha256 IS NOT NULL
  UNION ALL
  SELECT json_extract(op, '$.sha256') FROM outbox
    WHERE entity LIKE 'attachment:%' AND json_extract(op, '$.sha256') IS NOT NULL;

CREATE TABLE attachment_base (
  attachment TEXT NOT NULL PRIMARY KEY,
  row TEXT
) STRICT;

CREATE TABLE blob_upload (
  attachment TEXT NOT NULL PRIMARY KEY,
  sha256 TEXT NOT NULL,
  url TEXT,
  sent_bytes INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT,
  at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE blob_download (
  sha256 TEXT NOT NULL PRIMARY KEY,
  attachment TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  order_ms INTEGER NOT NULL,
  retry_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE blob_cache (
  sha256 TEXT NOT NULL PRIMARY KEY,
  size_bytes INTEGER NOT NULL,
  used_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX blob_cache_by_use ON blob_cache (used_ms);

CREATE TABLE attachment_pin (
  attachment TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
`;
