import type { Migration } from "../migration.ts";

/** What stood in `meta` under keys that end in a memo's id: all of it begins with one of these. */
const prefixes = ["merged:", "lost_visibility:"] as const;

/** Notes about single memos go with their row. Those of memos that are no more are left behind. */
export const memoNotes: Migration = {
  version: 20,
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
    for (const prefix of prefixes) {
      const isOne = "substr(meta.key, 1, length(?1)) = ?1";
      connection.run(
        `INSERT INTO memo_note (memo, key, value)
         SELECT memo.id, rtrim(?1, ':'), meta.value FROM meta
         JOIN memo ON memo.id = substr(meta.key, length(?1) + 1) WHERE ${isOne}`,
        [prefix],
      );
      connection.run(`DELETE FROM meta WHERE ${isOne}`, [prefix]);
    }
  },
};
