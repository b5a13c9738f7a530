import type { Migration } from "../migration.ts";

/**
 * Counters that an instance's processes share. With SQLite there is one process, which counts in memory.
 */
export const sharedLimits: Migration = {
  version: 34,
  name: "shared limits",
  up: () => {},
  // `request_count` is written often, and losing an hour of it does no harm: it is unlogged, and empty after
  // a crash. `admitted` and `block` are the result of the latest request. The only index is the key's, so
  // rows are updated within their page.
  postgres: `
CREATE UNLOGGED TABLE request_count (
  key bytea NOT NULL PRIMARY KEY,
  ends_ms bigint NOT NULL,
  used bigint NOT NULL,
  held bigint NOT NULL,
  admitted bigint NOT NULL,
  block bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE attempt (
  key bytea NOT NULL PRIMARY KEY,
  tries bigint[] NOT NULL,
  ends_ms bigint NOT NULL
) WITH (fillfactor = 70);
`,
};
