import type { Migration } from "../migration.ts";

/** Moves the rebase bases of attachments into the table of all other kinds. */
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
