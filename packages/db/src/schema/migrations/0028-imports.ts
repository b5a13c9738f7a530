import type { Migration } from "../migration.ts";

/** Imported memos of a device, to avoid duplicates and to undo imports. */
export const imports: Migration = {
  version: 28,
  name: "imports",
  up: (connection) => {
    connection.exec(tables);
  },
};

// `pk` is the order of creation: an undo runs from the last to the first. A memo may come from two sources:
// imported, exported, removed and imported again.
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
