import type { Migration } from "../migration.ts";

/** Documents that were renewed, as they ended: late edits of them are carried to what came next. */
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
