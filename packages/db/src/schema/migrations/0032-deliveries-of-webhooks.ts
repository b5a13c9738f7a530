import type { Migration } from "../migration.ts";

/** Indexes for a webhook's next delivery, and for its tests and failed deliveries. */
export const deliveriesOfWebhooks: Migration = {
  version: 32,
  name: "deliveries of webhooks",
  up: (connection) => connection.exec(indexes),
};

const indexes = `
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook, due_ms)
  WHERE state = 'PENDING';
CREATE INDEX webhook_delivery_test ON webhook_delivery (webhook, created_ms)
  WHERE event = 'webhook.test';
CREATE INDEX webhook_delivery_failed ON webhook_delivery (webhook, pk)
  WHERE state = 'FAILED' AND event <> 'webhook.test';
`;
