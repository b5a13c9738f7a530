import { AppFailure, boundedArray, invalidField, type MaskFields } from "@tidemark/core";
import type { NewWebhook } from "@tidemark/core/webhook";
import { z } from "zod";
import { webhookEvent } from "./json.ts";

/** Maximum number of events in a body; more than exist, because clients may repeat one. */
export const maxWebhookEvents = 100;

/** Fields of a webhook in a request body. */
export const webhookFields = {
  url: z.string().nullish(),
  displayName: z.string().nullish(),
  signingSecret: z.string().nullish(),
  events: boundedArray(webhookEvent, maxWebhookEvents).nullish(),
};
export type WebhookField = keyof typeof webhookFields;
type WebhookInput = {
  readonly [F in WebhookField]?: z.infer<(typeof webhookFields)[F]> | undefined;
};

export const webhookMaskFields: MaskFields<WebhookField> = {
  writable: ["url", "displayName", "signingSecret", "events"],
  outputOnly: ["name", "createTime", "updateTime", "signingSecretSet"],
};

/**
 * Returns the changes to the fields in `paths`. If `isMasked`, a field without a value is cleared; clearing
 * the secret generates a new one. Throws if the URL would be empty.
 */
export function webhookChanges(
  body: WebhookInput,
  paths: readonly WebhookField[],
  isMasked: boolean,
): Partial<NewWebhook> {
  let changes: Partial<NewWebhook> = {};
  for (const path of paths) {
    if (!isMasked && (body[path] ?? null) === null) continue;
    switch (path) {
      case "url":
        if (!body.url) throw new AppFailure(invalidField("url", "is required"));
        changes = { ...changes, url: body.url };
        break;
      case "events":
        changes = { ...changes, events: body.events ?? [] };
        break;
      default:
        changes = { ...changes, [path]: body[path] ?? "" };
    }
  }
  return changes;
}
