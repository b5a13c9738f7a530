import type { Migration } from "../migration.ts";

/** What was imported into a device, so that nothing comes twice and an import can be taken back. */
export const imports: Migration = {
  version: 28,
  name: "imports",
  up: (connection) => {
    connection.exec(tables);
  },
};

// `pk` is the order in which memos were made: an undo goes from the last to the first. A memo may be
// that of two sources: one that was imported, exported, removed and brought back.
const tables = `
CREATE TABLE import_run (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_memo (
  pk INTEGER PRIMARY KEY,
  format TEXT NOT NULL,
  source TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  run TEXT NOT NULL,
  memo TEXT NOT NULL,
  files TEXT NOT NULL,
  state TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (format, source, key)
) STRICT;
CREATE INDEX imported_memo_alike ON imported_memo (format, key, digest);
CREATE INDEX imported_memo_run ON imported_memo (run, pk);
CREATE INDEX imported_memo_memo ON imported_memo (memo);
`;
