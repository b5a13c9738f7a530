import type { Migration } from "../migration.ts";

/** Events of accounts, and the addresses that accounts signed in from. */
export const auditLog: Migration = {
  version: 19,
  name: "audit log, and addresses that accounts signed in from",
  up: (connection) => connection.exec(tables),
};

// The entries of every index are in the order of lists: time, then the row's number.
const tables = `
CREATE TABLE audit_entry (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  action TEXT NOT NULL,
  actor TEXT NOT NULL,
  target TEXT NOT NULL,
  address TEXT NOT NULL,
  count INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_entry_by_time ON audit_entry (at_ms);
CREATE INDEX audit_entry_by_action ON audit_entry (action, at_ms);
CREATE INDEX audit_entry_by_actor ON audit_entry (actor, at_ms);
CREATE INDEX audit_entry_by_target ON audit_entry (target, at_ms);
CREATE INDEX audit_entry_by_address ON audit_entry (address, at_ms);

CREATE TABLE sign_in_address (
  user TEXT NOT NULL,
  address TEXT NOT NULL,
  last_ms INTEGER NOT NULL,
  PRIMARY KEY (user, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_address_by_time ON sign_in_address (last_ms);
`;
