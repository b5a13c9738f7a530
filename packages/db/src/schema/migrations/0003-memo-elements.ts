import type { Migration } from "../migration.ts";

/** Reactions and links of memos, each an element that merges separately. */
export const memoElements: Migration = {
  version: 3,
  name: "memo elements",
  up: (connection) => {
    connection.exec(`
CREATE TABLE memo_element (
  memo TEXT NOT NULL REFERENCES memo (id) ON DELETE CASCADE,
  set_name TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  stamp TEXT NOT NULL,
  PRIMARY KEY (memo, set_name, key)
) STRICT, WITHOUT ROWID;

-- The other direction of a link: who refers to this memo.
CREATE INDEX memo_element_by_key ON memo_element (set_name, key) WHERE value IS NOT NULL;

ALTER TABLE entity_base ADD COLUMN elements TEXT NOT NULL DEFAULT '[]';
`);
  },
};
