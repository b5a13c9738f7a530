import type { Migration } from "../migration.ts";

/** Renewed documents in their last state: late edits of them are rebased onto the next generation. */
export const endedDocuments: Migration = {
  version: 14,
  name: "ended documents",
  up: (connection) => connection.exec(tables),
};

const tables = `
CREATE TABLE ended_document (
  memo TEXT NOT NULL,
  gen INTEGER NOT NULL,
  state BLOB NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (memo, gen)
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_document_by_time ON ended_document (at_ms);
`;
