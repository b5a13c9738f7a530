import type { DeliveryHead, WebhookRecord } from "@tidemark/core";
import { deliveryEvents, webhookEvents } from "@tidemark/core/model";
import { deliveryStates } from "@tidemark/core";
import { z } from "zod";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";

export const webhookEvent = z.enum(webhookEvents);

export const webhookJson = z
  .object({
    name: z.string(),
    url: z.string(),
    displayName: z.string(),
    createTime: timestampOutput,
    updateTime: timestampOutput,
    signingSecretSet: z.boolean(),
    events: z.array(webhookEvent),
  })
  .meta({ id: "Webhook" });

/** Converts a webhook without its secret; only its owner can request that, through its own route. */
export function webhookToJson(webhook: WebhookRecord): z.infer<typeof webhookJson> {
  return {
    name: `${webhook.user}/webhooks/${webhook.id}`,
    url: webhook.url,
    displayName: webhook.displayName,
    createTime: formatTimestamp(webhook.createdMs),
    updateTime: formatTimestamp(webhook.updatedMs),
    signingSecretSet: webhook.sealedSecret !== "",
    events: [...webhook.events],
  };
}

export const deliveryJson = z
  .object({
    id: z.string(),
    event: z.enum(deliveryEvents),
    createTime: timestampOutput,
    state: z.enum(deliveryStates),
    attempts: z.int(),
    lastStatus: z.int().nullable(),
    lastError: z.string(),
  })
  .meta({ id: "WebhookDelivery" });

export function deliveryToJson(delivery: DeliveryHead): z.infer<typeof deliveryJson> {
  const { id, event, createdMs, state, attempts, lastStatus, lastError } = delivery;
  const createTime = formatTimestamp(createdMs);
  return { id, event, createTime, state, attempts, lastStatus, lastError: lastError ?? "" };
}
