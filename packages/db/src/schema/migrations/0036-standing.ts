import type { Migration } from "../migration.ts";

/**
 * The newest stamp, and the newest milestone of the lineage, stand beside the number of the last change:
 * who takes or locks that has all of them, as of one moment.
 */
export const standing: Migration = {
  version: 36,
  name: "standing",
  up: (connection) => connection.exec(columns),
  postgres: `
ALTER TABLE counter ADD COLUMN stamp text COLLATE "C", ADD COLUMN milestone text COLLATE "C"
`,
};

// The stamp stood by itself before, and was written with every change.
const columns = `
ALTER TABLE counter ADD COLUMN stamp TEXT;
ALTER TABLE counter ADD COLUMN milestone TEXT;
UPDATE counter SET stamp = (SELECT value FROM meta WHERE key = 'hlc') WHERE name = 'seq';
`;
