/** Events that a webhook can subscribe to. */
export const webhookEvents = [
  "memo.created",
  "memo.updated",
  "memo.deleted",
  "memo.comment.created",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Event sent when the owner tests a webhook. It can't be subscribed to. */
export const testEvent = "webhook.test";

/** Events of deliveries. */
export const deliveryEvents = [...webhookEvents, testEvent] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];
