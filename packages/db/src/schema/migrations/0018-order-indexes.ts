import type { Migration } from "../migration.ts";

/** Rows of one instant stand in the order in which they were made, in every order that is walked. */
export const orderIndexes: Migration = {
  version: 18,
  name: "indexes that break ties by the order of making",
  up: (connection) => {
    connection.exec(numbers);
    connection.exec(memoIndexes);
    connection.exec(attachmentIndex);
  },
};

// The number is the row's own, under a name that an index can hold: SQLite seeks by a row value that
// ends in a column, and not by one that ends in the row's key. Nothing is stored for it in the table.
const numbers = `
ALTER TABLE memo ADD COLUMN number INTEGER GENERATED ALWAYS AS (pk) VIRTUAL;
ALTER TABLE attachment ADD COLUMN number INTEGER GENERATED ALWAYS AS (pk) VIRTUAL;
`;

// Where the id was that ties went by before, in the same indexes: no index more, and each smaller.
const memoIndexes = `
DROP INDEX memo_own_created;
DROP INDEX memo_own_updated;
DROP INDEX memo_own_pinned;
DROP INDEX memo_shared_created;
DROP INDEX memo_shared_updated;
DROP INDEX memo_shared_pinned;
DROP INDEX memo_space_created;
DROP INDEX memo_space_updated;
DROP INDEX memo_space_pinned;
DROP INDEX memo_archived;
DROP INDEX memo_trash;
DROP INDEX memo_children;

CREATE INDEX memo_own_created ON memo (creator, created_ms, number, pinned, visibility,
    has_link, has_task_list, has_code, has_incomplete_tasks, has_location)
  WHERE state = 0 AND parent IS NULL AND deleted = 0;
CREATE INDEX memo_own_updated ON memo (creator, updated_ms, created_ms, number)
  WHERE state = 0 AND parent IS NULL AND deleted = 0;
CREATE INDEX memo_own_pinned ON memo (creator, pinned, created_ms, number)
  WHERE state = 0 AND parent IS NULL AND deleted = 0;

CREATE INDEX memo_shared_created ON memo (created_ms, number, visibility, creator)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility >= 2;
CREATE INDEX memo_shared_updated ON memo (updated_ms, created_ms, number, visibility)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility >= 2;
CREATE INDEX memo_shared_pinned ON memo (pinned, created_ms, number, visibility)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility >= 2;

CREATE INDEX memo_space_created ON memo (space, created_ms, number)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility = 1;
CREATE INDEX memo_space_updated ON memo (space, updated_ms, created_ms, number)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility = 1;
CREATE INDEX memo_space_pinned ON memo (space, pinned, created_ms, number)
  WHERE state = 0 AND parent IS NULL AND deleted = 0 AND visibility = 1;

CREATE INDEX memo_archived ON memo (creator, created_ms, number)
  WHERE state = 1 AND parent IS NULL AND deleted = 0;
CREATE INDEX memo_trash ON memo (creator, created_ms, number) WHERE deleted = 1;
CREATE INDEX memo_children ON memo (parent, created_ms, number) WHERE parent IS NOT NULL;
`;

const attachmentIndex = `
DROP INDEX attachment_by_creator;
CREATE INDEX attachment_by_creator ON attachment (creator, created_ms, number);
`;
