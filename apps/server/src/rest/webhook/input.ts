import { AppFailure, boundedArray, invalidField, type MaskFields } from "@tidemark/core";
import type { NewWebhook } from "@tidemark/core/webhook";
import { z } from "zod";
import { webhookEvent } from "./json.ts";

/** More than there are, for clients that name one twice. */
export const maxWebhookEvents = 100;

/** A webhook in a body. */
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
 * The changes that `paths` of a body ask for. A named field without a value goes back to none, which of
 * a secret is a new one; a webhook cannot be without a URL.
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
