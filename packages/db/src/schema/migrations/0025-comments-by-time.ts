import type { Migration } from "../migration.ts";

/** Index for searches among comments, which scan all comments newest first. */
export const commentsByTime: Migration = {
  version: 25,
  name: "comments by time",
  up: (connection) => {
    connection.exec(
      "CREATE INDEX memo_comments ON memo (created_ms, number) " +
        "WHERE parent IS NOT NULL AND state = 0 AND deleted = 0",
    );
  },
};
