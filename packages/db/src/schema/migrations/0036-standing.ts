import type { Migration } from "../migration.ts";

/**
 * Stores the newest stamp and the newest milestone in the row of the last change's number. Reading or locking
 * that row gives all three as of one moment.
 */
export const standing: Migration = {
  version: 36,
  name: "standing",
  up: (connection) => connection.exec(columns),
  postgres: `
ALTER TABLE counter ADD COLUMN stamp text COLLATE "C", ADD COLUMN milestone text COLLATE "C"
`,
};

// The stamp was a separate value before, written with every change.
const columns = `
ALTER TABLE counter ADD COLUMN stamp TEXT;
ALTER TABLE counter ADD COLUMN milestone TEXT;
UPDATE counter SET stamp = (SELECT value FROM meta WHERE key = 'hlc') WHERE name = 'seq';
`;
