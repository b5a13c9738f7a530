import type { Migration } from "../migration.ts";

/** Spaces, share links, and users' settings, saved views and notifications. */
export const usersThings: Migration = {
  version: 5,
  name: "spaces, shares and what users keep",
  up: (connection) => connection.exec(tables),
};

const tables = `
-- A closed account keeps its row, so that nobody comes by its name and memos a second time.
ALTER TABLE user_account ADD COLUMN closed_ms INTEGER;

CREATE TABLE space (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE space_member (
  space TEXT NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  user TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('ADMIN', 'USER')),
  PRIMARY KEY (space, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX space_member_by_user ON space_member (user, space);
CREATE INDEX memo_in_space ON memo (space, id) WHERE space IS NOT NULL;

CREATE TABLE memo_share (
  id TEXT NOT NULL PRIMARY KEY,
  memo TEXT NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  sealed_token TEXT NOT NULL,
  creator TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER
) STRICT;
CREATE INDEX memo_share_by_memo ON memo_share (memo, created_ms, id);

CREATE TABLE user_setting (
  user TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_view (
  id TEXT NOT NULL PRIMARY KEY,
  user TEXT NOT NULL,
  title TEXT NOT NULL,
  filter TEXT NOT NULL,
  icon TEXT,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_view_by_user ON saved_view (user, created_ms, id);

CREATE TABLE notification (
  id TEXT NOT NULL PRIMARY KEY,
  user TEXT NOT NULL,
  sender TEXT NOT NULL,
  type TEXT NOT NULL,
  memo TEXT NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
  related_memo TEXT,
  status TEXT NOT NULL CHECK (status IN ('UNREAD', 'ARCHIVED')),
  created_ms INTEGER NOT NULL,
  UNIQUE (user, type, memo, sender)
) STRICT;
CREATE INDEX notification_by_user ON notification (user, created_ms, id);
CREATE INDEX notification_by_memo ON notification (memo);
`;
