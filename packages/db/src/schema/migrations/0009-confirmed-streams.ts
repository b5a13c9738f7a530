import type { Migration } from "../migration.ts";

/** The seq that each device has confirmed. */
export const confirmedStreams: Migration = {
  version: 9,
  name: "confirmed streams",
  up: (connection) =>
    connection.exec("ALTER TABLE stream ADD COLUMN confirmed_seq INTEGER NOT NULL DEFAULT 0"),
};
