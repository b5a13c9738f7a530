import type { Migration } from "../migration.ts";

/** Memos with too many links to refeed all referrers in the transaction that shows or hides one. */
export const dueReferrers: Migration = {
  version: 12,
  name: "referrers that are due to be told again",
  up: (connection) =>
    connection.exec(`
CREATE TABLE due_referrers (
  target TEXT NOT NULL PRIMARY KEY,
  after TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`),
};
