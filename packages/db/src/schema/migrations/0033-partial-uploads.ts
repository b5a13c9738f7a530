import type { Migration } from "../migration.ts";

/** Uploads that any process can continue, and content that a process is removing. */
export const partialUploads: Migration = {
  version: 33,
  name: "partial uploads",
  up: (connection) => connection.exec(tables),
  postgres: `
CREATE TABLE partial_upload (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  "user" text COLLATE "C" NOT NULL,
  filename text COLLATE "C" NOT NULL,
  mime_type text COLLATE "C" NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  begun_ms bigint NOT NULL
);
CREATE INDEX partial_upload_by_user ON partial_upload ("user");
CREATE INDEX partial_upload_by_time ON partial_upload (begun_ms, id);
CREATE TABLE upload_piece (
  upload text COLLATE "C" NOT NULL REFERENCES partial_upload (id) ON DELETE CASCADE,
  start_byte bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  size_bytes bigint NOT NULL,
  PRIMARY KEY (upload, start_byte)
);
CREATE TABLE blob_removal (
  sha256 text COLLATE "C" NOT NULL PRIMARY KEY,
  until_ms bigint NOT NULL
);
`,
};

const tables = `
CREATE TABLE partial_upload (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL,
  filename TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  begun_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX partial_upload_by_user ON partial_upload (user);
CREATE INDEX partial_upload_by_time ON partial_upload (begun_ms, id);
CREATE TABLE upload_piece (
  upload TEXT NOT NULL REFERENCES partial_upload (id) ON DELETE CASCADE,
  start_byte INTEGER NOT NULL,
  name TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  PRIMARY KEY (upload, start_byte)
) STRICT, WITHOUT ROWID;
CREATE TABLE blob_removal (
  sha256 TEXT PRIMARY KEY,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
