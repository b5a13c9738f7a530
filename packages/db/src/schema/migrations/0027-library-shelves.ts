import type { Migration } from "../migration.ts";

/** Indexes of a user's files by shelf, newest and largest first, and of files on no memo. */
export const libraryShelves: Migration = {
  version: 27,
  name: "files by shelf, and files on no memo",
  up: (connection) => {
    connection.exec(shelves);
  },
};

// The shelf is the result of `shelfOf` for the type. The indexes include the name, which is searched without
// reading a row.
const shelves = `
ALTER TABLE attachment ADD COLUMN shelf TEXT GENERATED ALWAYS AS (
  CASE
    WHEN substr(mime_type, 1, 6) IN ('image/', 'video/') OR mime_type IN ('image', 'video') THEN 'media'
    WHEN substr(mime_type, 1, 6) = 'audio/' OR mime_type = 'audio' THEN 'audio'
    ELSE 'documents'
  END
) VIRTUAL;
CREATE INDEX attachment_shelf_time ON attachment (creator, shelf, created_ms, number, filename);
CREATE INDEX attachment_shelf_size ON attachment (creator, shelf, size_bytes, number, filename);
CREATE INDEX attachment_loose_time ON attachment (creator, created_ms, number) WHERE memo IS NULL;
CREATE INDEX attachment_loose_size ON attachment (creator, size_bytes, number) WHERE memo IS NULL;
`;
