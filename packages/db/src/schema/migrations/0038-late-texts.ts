import type { Migration } from "../migration.ts";

/** For devices only: the number of the last indexed row while the indexes lag behind. */
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
