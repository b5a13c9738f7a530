import type { Migration } from "../migration.ts";

/** What attachments are rebased on moves to where that of every other kind is, under its key. */
export const oneBaseTable: Migration = {
  version: 20,
  name: "one table of bases",
  up: (connection) => {
    connection.exec(`
INSERT INTO entity_base (entity, row, doc_gen, doc_state)
  SELECT 'attachment:' || attachment, row, NULL, NULL FROM attachment_base;
DROP TABLE attachment_base;
`);
  },
};
