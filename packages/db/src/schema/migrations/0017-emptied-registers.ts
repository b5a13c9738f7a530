import type { Migration } from "../migration.ts";

/** Values that were taken away are found by their age, for upkeep to forget: they are few among many. */
export const emptiedRegisters: Migration = {
  version: 17,
  name: "emptied registers by age",
  up: (connection) =>
    connection.exec("CREATE INDEX register_emptied ON register (stamp) WHERE value = 'null'"),
};
