import type { Migration } from "../migration.ts";

/** Index of removed values by age, for upkeep to prune: they are few among many. */
export const emptiedRegisters: Migration = {
  version: 17,
  name: "emptied registers by age",
  up: (connection) =>
    connection.exec("CREATE INDEX register_emptied ON register (stamp) WHERE value = 'null'"),
};
