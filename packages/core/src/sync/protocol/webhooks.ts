import { z } from "zod";
import { boundedArray } from "../../json/index.ts";
import { webhookEvents } from "../../model/webhook.ts";

/** Request for a new webhook; the service validates its URL. */
export const wantedWebhookSchema = z.object({
  url: z.string().min(1).max(10_000),
  /** Empty for no name. */
  name: z.string().max(1000),
  /** Events to send; empty for all. */
  events: boundedArray(z.enum(webhookEvents), webhookEvents.length).readonly(),
});

/** Changes of a webhook; absent fields stay unchanged. */
export const webhookChangesSchema = wantedWebhookSchema.partial().extend({
  /** True to replace the signing secret. */
  renewsSecret: z.boolean().optional(),
});

/** Webhook as sent to its user's devices. Times in epoch milliseconds. */
export const wireWebhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** Empty if it has no name. */
  name: z.string(),
  /** Events that are sent; empty for all. Later versions may have other kinds. */
  events: z.array(z.string()),
  createdMs: z.number(),
});

/** The user's webhooks, oldest first. */
export const webhooksAnswerSchema = z.object({ webhooks: z.array(wireWebhookSchema) });

/** One delivery and its current state. */
export const wireDeliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(["PENDING", "DELIVERED", "FAILED"]),
  createdMs: z.number(),
  attempts: z.number(),
  /** HTTP status of the last attempt; `null` if there was no response. */
  status: z.number().nullable(),
  error: z.string().nullable(),
});

/** Last deliveries of a webhook, and earlier ones that failed, newest first. */
export const deliveriesAnswerSchema = z.object({ deliveries: z.array(wireDeliverySchema) });

export const webhookSecretSchema = z.object({
  /** Empty if deliveries aren't signed. */
  secret: z.string(),
});

export type WireWebhook = z.infer<typeof wireWebhookSchema>;
export type WebhooksAnswer = z.infer<typeof webhooksAnswerSchema>;
export type WireDelivery = z.infer<typeof wireDeliverySchema>;
export type WebhookChanges = z.infer<typeof webhookChangesSchema>;
export type WantedWebhook = z.infer<typeof wantedWebhookSchema>;
