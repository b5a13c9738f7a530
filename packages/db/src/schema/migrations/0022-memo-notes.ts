import type { Migration } from "../migration.ts";

/** Prefixes of keys in `meta`; a colon and a memo's id follow. */
const keys = ["merged", "lost_visibility"] as const;

/**
 * Moves notes about memos to a table whose rows are deleted with the memo. Drops notes of deleted memos.
 */
export const memoNotes: Migration = {
  version: 22,
  name: "notes about memos",
  up(connection) {
    connection.exec(`
CREATE TABLE memo_note (
  memo TEXT NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (memo, key)
) WITHOUT ROWID;
`);
    for (const key of keys) {
      const isOne = `meta.key LIKE '${key.replaceAll("_", "\\_")}:%' ESCAPE '\\'`;
      connection.exec(`
INSERT INTO memo_note (memo, key, value)
SELECT memo.id, '${key}', meta.value FROM meta
JOIN memo ON memo.id = substr(meta.key, ${key.length + 2}) WHERE ${isOne};
DELETE FROM meta WHERE ${isOne};
`);
    }
  },
};
