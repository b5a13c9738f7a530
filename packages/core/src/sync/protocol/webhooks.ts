import { z } from "zod";
import { boundedArray } from "../../json/index.ts";
import { webhookEvents } from "../../model/webhook.ts";

/** What is asked for with a new webhook; where it may lead is the service's rule. */
export const wantedWebhookSchema = z.object({
  url: z.string().min(1).max(10_000),
  /** "": none. */
  name: z.string().max(1000),
  /** Empty: of everything. */
  events: boundedArray(z.enum(webhookEvents), webhookEvents.length).readonly(),
});

/** What is to be another of a webhook; what is absent stays. */
export const webhookChangesSchema = wantedWebhookSchema.partial().extend({
  /** It gets another signing secret. */
  renewsSecret: z.boolean().optional(),
});

/** A webhook as its user's devices hear of it. Times in epoch milliseconds. */
export const wireWebhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** "": it was given none. */
  name: z.string(),
  /** Empty: of everything. A later version may have other kinds. */
  events: z.array(z.string()),
  createdMs: z.number(),
});

/** The user's webhooks, oldest first. */
export const webhooksAnswerSchema = z.object({ webhooks: z.array(wireWebhookSchema) });

/** One delivery, or what became of it so far. */
export const wireDeliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(["PENDING", "DELIVERED", "FAILED"]),
  createdMs: z.number(),
  attempts: z.number(),
  /** HTTP status of the last try; null when there was no answer. */
  status: z.number().nullable(),
  error: z.string().nullable(),
});

/** The last deliveries of a webhook, and those that failed before them, newest first. */
export const deliveriesAnswerSchema = z.object({ deliveries: z.array(wireDeliverySchema) });

export const webhookSecretSchema = z.object({
  /** "": its deliveries are not signed. */
  secret: z.string(),
});

export type WireWebhook = z.infer<typeof wireWebhookSchema>;
export type WebhooksAnswer = z.infer<typeof webhooksAnswerSchema>;
export type WireDelivery = z.infer<typeof wireDeliverySchema>;
export type WebhookChanges = z.infer<typeof webhookChangesSchema>;
export type WantedWebhook = z.infer<typeof wantedWebhookSchema>;
