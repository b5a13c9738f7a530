import type { Migration } from "../migration.ts";

/** Deliveries are claimed by the process that makes them, so that no other one makes them too. */
export const claimedDeliveries: Migration = {
  version: 29,
  name: "claimed deliveries",
  up: (connection) => {
    connection.exec(columns);
  },
};

// There are never more held than one process makes at once: the index is that small.
const columns = `
ALTER TABLE webhook_delivery ADD COLUMN holder TEXT;
ALTER TABLE webhook_delivery ADD COLUMN held_until_ms INTEGER;
CREATE INDEX webhook_delivery_held ON webhook_delivery (held_until_ms) WHERE holder IS NOT NULL;
`;
