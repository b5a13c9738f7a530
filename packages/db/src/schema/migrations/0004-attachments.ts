import type { Migration } from "../migration.ts";

/** Attachments, and marks for unused content. */
export const attachments: Migration = {
  version: 4,
  name: "attachments",
  up: (connection) => connection.exec(tables),
};

// Purging a memo deletes its attachments; their content is deleted once nothing else uses it.
const tables = `
CREATE TABLE attachment (
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
  memo TEXT REFERENCES memo (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  motion TEXT,
  metadata TEXT,
  CHECK ((sha256 IS NULL) = (external_link <> ''))
) STRICT;
CREATE INDEX attachment_by_creator ON attachment (creator, created_ms, id);
CREATE INDEX attachment_by_memo ON attachment (memo, position, pk) WHERE memo IS NOT NULL;
CREATE INDEX attachment_by_content ON attachment (sha256) WHERE sha256 IS NOT NULL;

CREATE TABLE blob_orphan (
  sha256 TEXT NOT NULL PRIMARY KEY,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX blob_orphan_due ON blob_orphan (since_ms);
`;
