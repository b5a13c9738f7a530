import type { Migration } from "../migration.ts";

/** Breaks ties in the order of creation, in every indexed order. */
export const orderIndexes: Migration = {
  version: 18,
  name: "indexes that break ties by the order of making",
  up: (connection) => {
    connection.exec(numbers);
    connection.exec(memoIndexes);
    connection.exec(attachmentIndex);
  },
};

// The number is the row's own key under a name that an index can include. SQLite can seek by a row value that
// ends in a column, but not by one that ends in the key. The table stores nothing for it.
const numbers = `
ALTER TABLE memo ADD COLUMN number INTEGER GENERATED ALWAYS AS (pk) VIRTUAL;
ALTER TABLE attachment ADD COLUMN number INTEGER GENERATED ALWAYS AS (pk) VIRTUAL;
`;

// Replaces the id, which broke ties before, in the same indexes: no more indexes, and each is smaller.
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
