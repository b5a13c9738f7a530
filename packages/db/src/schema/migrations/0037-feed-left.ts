import type { Migration } from "../migration.ts";

const index = "CREATE INDEX feed_left ON feed (seq) WHERE op <> 'up'";

/** Index for compacting the feed by seq, which skips the many rows still in a scope. */
export const feedLeft: Migration = {
  version: 37,
  name: "feed left",
  up: (connection) => connection.exec(index),
  postgres: index,
};
