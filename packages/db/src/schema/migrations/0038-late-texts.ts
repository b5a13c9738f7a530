import type { Migration } from "../migration.ts";

/** A device's alone: the number of the last row whose text the indexes have, while they lag behind. */
export const lateTexts: Migration = {
  version: 38,
  name: "late texts",
  up: (connection) =>
    connection.exec(`
CREATE TABLE late_text (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  after_pk INTEGER NOT NULL
)
`),
};
