import type { Migration } from "../migration.ts";

const index = "CREATE INDEX feed_left ON feed (seq) WHERE op <> 'up'";

/** What left a scope is dropped from the feed by its number, past the many rows of what is still there. */
export const feedLeft: Migration = {
  version: 37,
  name: "feed left",
  up: (connection) => connection.exec(index),
  postgres: index,
};
