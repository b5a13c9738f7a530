import type { Migration } from "../migration.ts";

/**
 * Numbers by which processes with one database notice that another has committed; a file has one process.
 */
export const sharedNumbers: Migration = {
  version: 35,
  name: "shared numbers",
  up: () => {},
  postgres: `
CREATE TABLE shared_number (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value bigint NOT NULL
) WITH (fillfactor = 20);
INSERT INTO shared_number (name, value) VALUES ('signals', 0), ('credentials', 0), ('settings', 0);
`,
};
