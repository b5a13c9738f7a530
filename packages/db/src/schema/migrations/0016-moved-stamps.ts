import type { Migration } from "../migration.ts";

/** How far the server has moved the stamps of a stream: what comes after is later. */
export const movedStamps: Migration = {
  version: 16,
  name: "the newest stamp that was moved, of each stream",
  up: (connection) => connection.exec("ALTER TABLE stream ADD COLUMN newest_moved TEXT"),
};
