import type { Migration } from "../migration.ts";

/** Memos with their documents and tags, accounts, and sync tables of both sides. */
export const memosAndSync: Migration = {
  version: 1,
  name: "memos and sync",
  up: (connection) => {
    connection.exec(memoTables);
    connection.exec(memoIndexes);
    connection.exec(tagTable);
    connection.exec(accountTables);
    connection.exec(syncTables);
    connection.exec(deviceTables);
  },
};

const memoTables = `
CREATE TABLE memo (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  creator TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  state INTEGER NOT NULL CHECK (state IN (0, 1)),
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
  visibility INTEGER NOT NULL CHECK (visibility BETWEEN 0 AND 3),
  space TEXT,
  parent TEXT,
  has_link INTEGER NOT NULL CHECK (has_link IN (0, 1)),
  has_task_list INTEGER NOT NULL CHECK (has_task_list IN (0, 1)),
  has_code INTEGER NOT NULL CHECK (has_code IN (0, 1)),
  has_incomplete_tasks INTEGER NOT NULL CHECK (has_incomplete_tasks IN (0, 1)),
  has_location INTEGER NOT NULL CHECK (has_location IN (0, 1)),
  deleted_ms INTEGER,
  latitude REAL,
  longitude REAL,
  place TEXT,
  seq INTEGER NOT NULL,
  gen INTEGER NOT NULL,
  title TEXT NOT NULL,
  snippet TEXT NOT NULL,
  tags TEXT NOT NULL,
  stamps TEXT NOT NULL,
  extra TEXT NOT NULL,
  content TEXT NOT NULL,
  CHECK (deleted = (deleted_ms IS NOT NULL)),
  CHECK (has_location = (latitude IS NOT NULL)),
  CHECK ((latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (place IS NULL))
) STRICT;

CREATE TABLE memo_doc (
  memo TEXT NOT NULL PRIMARY KEY REFERENCES memo (id) ON DELETE CASCADE,
  gen INTEGER NOT NULL,
  state BLOB NOT NULL
) STRICT;
`;

// A list is merged from the reader's own memos, the shared ones and those of each space, each scanned in the
// requested order. No index covers all memos: on a server with many users, a scan would skip thousands of
// rows that the reader may not see. The flags at the end of an index cost a byte each and save filters on
// them from reading rows.
const memoIndexes = `
CREATE INDEX memo_own_created ON memo (creator, created_ms, id, pinned, visibility,
    has_link, has_task_list, has_code, has_incomplete_tasks, has_location)
  WHERE state = 0 AND parent IS NULL AND deleted = 0;
CREATE INDEX memo_own_updated ON memo (creator, updated_ms, id)
  WHERE state = 0 AND parent IS NULL AND deleted = 0;
CREATE INDEX memo_own_pinned ON memo (creator, pinned, created_ms, id)
  WHERE state = 0 AND parent IS NULL AND deleted = 0;
CREATE INDEX memo_own_open_tasks ON memo (creator)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND has_incomplete_tasks = 1;

CREATE INDEX memo_shared_created ON memo (created_ms, id, visibility, creator)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility >= 2;
CREATE INDEX memo_shared_updated ON memo (updated_ms, id, visibility)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility >= 2;
CREATE INDEX memo_shared_pinned ON memo (pinned, created_ms, id, visibility)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility >= 2;

CREATE INDEX memo_space_created ON memo (space, created_ms, id)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility = 1;
CREATE INDEX memo_space_updated ON memo (space, updated_ms, id)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility = 1;
CREATE INDEX memo_space_pinned ON memo (space, pinned, created_ms, id)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility = 1;

CREATE INDEX memo_archived ON memo (creator, created_ms, id)
  WHERE state = 1 AND parent IS NULL AND deleted = 0;
CREATE INDEX memo_trash ON memo (creator, created_ms, id) WHERE deleted = 1;
CREATE INDEX memo_trash_due ON memo (deleted_ms, id) WHERE deleted = 1;
CREATE INDEX memo_children ON memo (parent, created_ms, id) WHERE parent IS NOT NULL;
CREATE INDEX memo_by_creator ON memo (creator, id);
`;

const tagTable = `
CREATE TABLE memo_tag (
  memo_pk INTEGER NOT NULL REFERENCES memo (pk) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  creator TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  visibility INTEGER NOT NULL,
  space TEXT,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  PRIMARY KEY (creator, tag, created_ms, memo_pk)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX memo_tag_by_memo ON memo_tag (memo_pk, tag);
CREATE INDEX memo_tag_shared ON memo_tag (tag, created_ms, memo_pk, visibility)
  WHERE listed = 1 AND visibility >= 2;
CREATE INDEX memo_tag_space ON memo_tag (space, tag, created_ms, memo_pk)
  WHERE listed = 1 AND visibility = 1;
`;

const accountTables = `
CREATE TABLE user_account (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  username TEXT NOT NULL COLLATE NOCASE UNIQUE,
  role TEXT NOT NULL,
  is_host INTEGER NOT NULL CHECK (is_host IN (0, 1)),
  password_hash TEXT NOT NULL,
  email TEXT NOT NULL,
  display_name TEXT NOT NULL,
  avatar_url TEXT NOT NULL,
  description TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state IN (0, 1)),
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY,
  secret_hash TEXT NOT NULL UNIQUE,
  access_token_hash TEXT NOT NULL UNIQUE,
  access_token_expires_ms INTEGER NOT NULL,
  user TEXT NOT NULL,
  kind TEXT NOT NULL,
  client_info TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  last_used_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX session_by_user ON session (user, last_used_ms);

CREATE TABLE access_token (
  id TEXT NOT NULL PRIMARY KEY,
  user TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  scope TEXT,
  hash TEXT NOT NULL UNIQUE,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  last_used_ms INTEGER,
  revoked_ms INTEGER
) STRICT;
CREATE INDEX access_token_by_user ON access_token (user, created_ms, id) WHERE revoked_ms IS NULL;

CREATE TABLE meta (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (
  name TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counter (name, value) VALUES ('seq', 0), ('outbox', 0);
`;

const syncTables = `
CREATE TABLE feed (
  scope TEXT NOT NULL,
  kind TEXT NOT NULL,
  entity TEXT NOT NULL,
  seq INTEGER NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('up', 'evict', 'del')),
  PRIMARY KEY (scope, kind, entity)
) STRICT, WITHOUT ROWID;
CREATE INDEX feed_by_seq ON feed (scope, seq);
CREATE INDEX feed_by_entity ON feed (kind, entity);

CREATE TABLE stream (
  id TEXT NOT NULL PRIMARY KEY,
  device TEXT NOT NULL,
  user TEXT NOT NULL,
  last_n INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE op_result (
  stream_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  payload_hash TEXT NOT NULL,
  code TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (stream_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX op_result_by_time ON op_result (at_ms);

CREATE TABLE revision (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  memo TEXT NOT NULL,
  author TEXT NOT NULL,
  device TEXT NOT NULL,
  reason TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX revision_by_memo ON revision (memo, at_ms, pk);

CREATE TABLE tombstone (
  kind TEXT NOT NULL,
  entity TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, entity)
) STRICT, WITHOUT ROWID;
`;

const deviceTables = `
CREATE TABLE outbox (
  n INTEGER PRIMARY KEY,
  entity TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'blocked', 'rejected')),
  attempts INTEGER NOT NULL,
  error TEXT,
  at_ms INTEGER NOT NULL,
  op TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_by_state ON outbox (state, n);
CREATE INDEX outbox_by_entity ON outbox (entity, state, n);

CREATE TABLE entity_base (
  entity TEXT NOT NULL PRIMARY KEY,
  row TEXT,
  doc_gen INTEGER,
  doc_state BLOB
) STRICT;

CREATE TABLE cursor (
  scope TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE evicted (
  entity TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE deferred (
  kind TEXT NOT NULL,
  entity TEXT NOT NULL,
  seq INTEGER NOT NULL,
  payload TEXT NOT NULL,
  PRIMARY KEY (kind, entity)
) STRICT, WITHOUT ROWID;
`;
