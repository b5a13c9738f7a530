import type { WebhookRecord } from "@tidemark/core";
import { z } from "zod";
import { timestampOutput } from "../rest/shared/wire-values.ts";
import { webhookEvent, webhookToJson } from "../rest/webhook/json.ts";

export const olderWebhookJson = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    events: z.array(webhookEvent),
    createTime: timestampOutput,
    updateTime: timestampOutput,
    signingSecretSet: z.boolean(),
  })
  .meta({ id: "OlderWebhook" });

export function webhookToOlderJson(webhook: WebhookRecord): z.infer<typeof olderWebhookJson> {
  const { displayName, name: _name, ...rest } = webhookToJson(webhook);
  return { id: webhook.number, name: displayName, ...rest };
}
