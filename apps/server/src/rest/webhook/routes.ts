import { AppFailure, invalidField, resolveFieldMask, unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { webhookChanges, webhookFields, webhookMaskFields } from "./input.ts";
import { deliveryJson, deliveryToJson, webhookJson, webhookToJson } from "./json.ts";
import { nothing } from "../shared/wire-values.ts";

const userParams = z.object({ user: z.string() });
const params = userParams.extend({ webhook: z.string() });

/** Routes for the caller's webhooks in the current form. */
export const webhookRoutes: RestRoutes = async (app, { services }) => {
  const { webhooks } = services;

  app.get(
    "/users/:user/webhooks",
    {
      schema: {
        tags: ["webhooks"],
        summary: "List your webhooks, oldest first",
        params: userParams,
        response: { 200: z.object({ webhooks: z.array(webhookJson) }) },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const listed = unwrap(await webhooks.list(caller, request.params.user));
      return { webhooks: listed.map(webhookToJson) };
    },
  );

  app.post(
    "/users/:user/webhooks",
    {
      schema: {
        tags: ["webhooks"],
        summary: "Add a webhook",
        description:
          "Without `events` it receives all events; without `signingSecret` one is generated.",
        params: userParams,
        body: z.object(webhookFields),
        response: { 200: webhookJson },
      },
    },
    async (request) => {
      const { url, displayName, signingSecret, events } = request.body;
      if (!url) throw new AppFailure(invalidField("url", "is required"));
      const webhook = await webhooks.create(identityOf(request).caller, request.params.user, {
        url,
        displayName: displayName ?? "",
        signingSecret: signingSecret ?? "",
        events: events ?? [],
      });
      return webhookToJson(unwrap(webhook));
    },
  );

  app.get(
    "/users/:user/webhooks/:webhook",
    {
      schema: {
        tags: ["webhooks"],
        summary: "Get a webhook",
        params,
        response: { 200: webhookJson },
      },
    },
    async (request) => {
      const { user, webhook } = request.params;
      return webhookToJson(unwrap(await webhooks.get(identityOf(request).caller, user, webhook)));
    },
  );

  app.patch(
    "/users/:user/webhooks/:webhook",
    {
      schema: {
        tags: ["webhooks"],
        summary: "Update a webhook; an empty `signingSecret` generates a new one",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: z.looseObject(webhookFields),
        response: { 200: webhookJson },
      },
    },
    async (request) => {
      const { user, webhook } = request.params;
      const { updateMask } = request.query;
      const paths = unwrap(resolveFieldMask(webhookMaskFields, updateMask, request.body));
      const isMasked = (updateMask ?? "").trim() !== "";
      const changes = webhookChanges(request.body, paths, isMasked);
      const { caller } = identityOf(request);
      return webhookToJson(unwrap(await webhooks.update(caller, user, webhook, changes)));
    },
  );

  app.delete(
    "/users/:user/webhooks/:webhook",
    {
      schema: {
        tags: ["webhooks"],
        summary: "Delete a webhook and its pending deliveries",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { user, webhook } = request.params;
      unwrap(await webhooks.remove(identityOf(request).caller, user, webhook));
      return {};
    },
  );

  app.get(
    "/users/:user/webhooks/:webhook([A-Za-z0-9-]+)::getSigningSecret",
    {
      schema: {
        tags: ["webhooks"],
        summary: "Get the signing secret of a webhook",
        params,
        response: { 200: z.object({ signingSecret: z.string() }) },
      },
    },
    async (request) => {
      const { user, webhook } = request.params;
      const { caller } = identityOf(request);
      return { signingSecret: unwrap(await webhooks.signingSecret(caller, user, webhook)) };
    },
  );

  app.get(
    "/users/:user/webhooks/:webhook/deliveries",
    {
      schema: {
        tags: ["webhooks"],
        summary: "List recent deliveries of a webhook, newest first",
        params,
        response: { 200: z.object({ deliveries: z.array(deliveryJson) }) },
      },
    },
    async (request) => {
      const { user, webhook } = request.params;
      const { caller } = identityOf(request);
      const deliveries = unwrap(await webhooks.deliveries(caller, user, webhook));
      return { deliveries: deliveries.map(deliveryToJson) };
    },
  );
};
