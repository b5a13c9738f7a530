import type { Migration } from "../migration.ts";

/**
 * The newest stamp that the server has given each stream in place of a device's; later stamps must be newer.
 */
export const movedStamps: Migration = {
  version: 16,
  name: "the newest stamp that was moved, of each stream",
  up: (connection) => connection.exec("ALTER TABLE stream ADD COLUMN newest_moved TEXT"),
};
