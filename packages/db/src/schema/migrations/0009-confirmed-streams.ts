import type { Migration } from "../migration.ts";

/** How far each device has got. */
export const confirmedStreams: Migration = {
  version: 9,
  name: "confirmed streams",
  up: (connection) =>
    connection.exec("ALTER TABLE stream ADD COLUMN confirmed_seq INTEGER NOT NULL DEFAULT 0"),
};
