import type { Migration } from "../migration.ts";

/** Data for later merges, resyncs, revoked devices and the sync panel. */
export const syncUpkeep: Migration = {
  version: 6,
  name: "past texts, snapshots, revoked sessions and the sync log",
  up: (connection) => connection.exec(tables),
};

const tables = `
-- Texts that were replaced a moment ago: the base of three-way merges. Few per memo; not history.
CREATE TABLE past_text (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  memo TEXT NOT NULL,
  sha TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  served INTEGER NOT NULL CHECK (served IN (0, 1)),
  content TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX past_text_by_memo ON past_text (memo, sha);
CREATE INDEX past_text_by_time ON past_text (at_ms);

-- Rows that a running resync has met; what it has not met goes when it is done.
CREATE TABLE snapshot_mark (
  entity TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- A revoked session stays until it would have ended, so that its device can be told.
ALTER TABLE session ADD COLUMN revoked_ms INTEGER;

CREATE TABLE sync_log (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('info', 'error')),
  text TEXT NOT NULL
) STRICT;
`;
