import type { Migration } from "../migration.ts";

/** One-time codes that sign in another device. */
export const pairingCodes: Migration = {
  version: 31,
  name: "pairing codes",
  up: (connection) => connection.exec(table),
};

const table = `
CREATE TABLE pairing_code (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  maker TEXT NOT NULL,
  opened TEXT,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX pairing_code_by_user ON pairing_code (user, created_ms);
CREATE INDEX pairing_code_by_end ON pairing_code (expires_ms);
`;
