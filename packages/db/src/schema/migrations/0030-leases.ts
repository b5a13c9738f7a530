import type { Migration } from "../migration.ts";

/** Leases for jobs that one process runs at a time. */
export const leases: Migration = {
  version: 30,
  name: "leases",
  up: (connection) => {
    connection.exec(table);
  },
};

const table = `
CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
