export * from "./deliver.ts";
export * from "./follow-webhooks.ts";
export * from "./sign-delivery.ts";
export * from "./webhook-service.ts";
