import type { Migration } from "../migration.ts";

/** Lets a process claim deliveries, which others then don't send. */
export const claimedDeliveries: Migration = {
  version: 29,
  name: "claimed deliveries",
  up: (connection) => {
    connection.exec(columns);
  },
};

// One process claims only a few deliveries at a time, so the index stays small.
const columns = `
ALTER TABLE webhook_delivery ADD COLUMN holder TEXT;
ALTER TABLE webhook_delivery ADD COLUMN held_until_ms INTEGER;
CREATE INDEX webhook_delivery_held ON webhook_delivery (held_until_ms) WHERE holder IS NOT NULL;
`;
