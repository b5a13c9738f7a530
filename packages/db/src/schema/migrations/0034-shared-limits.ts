import type { Migration } from "../migration.ts";

/** What the processes of an instance count together. Over SQLite there is one, which counts in memory. */
export const sharedLimits: Migration = {
  version: 34,
  name: "shared limits",
  up: () => {},
  // `request_count` is written often and nobody misses an hour of it: it is in no log, and empty after a
  // crash. `admitted` and `block` are what the last to ask was given. No index but its keys', so that a
  // row is changed in its page.
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
