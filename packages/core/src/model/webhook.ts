/** What a webhook may be sent. */
export const webhookEvents = [
  "memo.created",
  "memo.updated",
  "memo.deleted",
  "memo.comment.created",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What it is sent when its owner asks whether it works; nobody chooses to hear of it. */
export const testEvent = "webhook.test";

/** What a delivery may tell of. */
export const deliveryEvents = [...webhookEvents, testEvent] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];
