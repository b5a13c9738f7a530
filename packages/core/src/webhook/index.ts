export * from "./deliver.ts";
export { createWebhookFollower, editPauseMs, maxWaitingBytes } from "./follow-webhooks.ts";
export * from "./sign-delivery.ts";
export { followAttachments, recipientOf } from "./take-snapshot.ts";
export * from "./webhook-service.ts";
