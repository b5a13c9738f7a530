import type { Migration } from "../migration.ts";

/**
 * Whether an attachment goes with its memo is the core's to say: on a device, a user's own stays when a
 * memo goes out of sight that it is on.
 */
export const filesOutliveMemos: Migration = {
  version: 15,
  name: "attachments do not go with their memo by themselves",
  up: (connection) => connection.exec("DROP TRIGGER attachment_goes_with_memo"),
};
