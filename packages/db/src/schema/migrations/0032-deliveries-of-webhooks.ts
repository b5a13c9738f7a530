import type { Migration } from "../migration.ts";

/** What is next of a webhook's deliveries, and what somebody asks of them, is found among many others. */
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
