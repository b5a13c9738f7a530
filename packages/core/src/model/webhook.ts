/** What a webhook may be sent. */
export const webhookEvents = [
  "memo.created",
  "memo.updated",
  "memo.deleted",
  "memo.comment.created",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
