import type { Migration } from "../migration.ts";

/**
 * Leaves deleting a memo's attachments to the core: on a device, a user's own attachment stays when the memo
 * it is on is evicted.
 */
export const filesOutliveMemos: Migration = {
  version: 15,
  name: "attachments do not go with their memo by themselves",
  up: (connection) => connection.exec("DROP TRIGGER attachment_goes_with_memo"),
};
