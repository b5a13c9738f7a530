import { z } from "zod";
import { unwrap } from "../http/app-failure.ts";
import { identityOf } from "../http/authentication.ts";
import type { RestRoutes } from "../rest/rest-route.ts";
import { olderWebhookJson, webhookEvent, webhookToOlderJson } from "../rest/webhook-json.ts";

/** The caller's webhooks in the older form. */
export const olderWebhookRoutes: RestRoutes = async (app, { services }) => {
  const { webhooks } = services;

  app.get(
    "/webhooks",
    {
      schema: {
        tags: ["older form"],
        summary: "List own webhooks",
        response: { 200: z.object({ data: z.array(olderWebhookJson) }) },
      },
    },
    async (request) => {
      const { caller, user } = identityOf(request);
      const listed = unwrap(await webhooks.list(caller, user.username));
      return { data: listed.map(webhookToOlderJson) };
    },
  );

  app.post(
    "/webhooks",
    {
      schema: {
        tags: ["older form"],
        summary: "Add a webhook",
        body: z.object({
          name: z.string().default(""),
          url: z.string(),
          events: z.array(webhookEvent).default([]),
        }),
        response: { 200: olderWebhookJson },
      },
    },
    async (request) => {
      const { caller, user } = identityOf(request);
      const { name, url, events } = request.body;
      const webhook = { displayName: name, url, events, signingSecret: "" };
      return webhookToOlderJson(unwrap(await webhooks.create(caller, user.username, webhook)));
    },
  );
};
