import {
  AppFailure,
  boundedArray,
  type MaskFields,
  notFound,
  resolveFieldMask,
  unwrap,
} from "@tidemark/core";
import type { Identity } from "@tidemark/core/auth";
import type { WebhookRecord } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../http/guards/authentication.ts";
import type { RestRoutes } from "../rest/shared/rest-route.ts";
import { maxWebhookEvents, webhookChanges, webhookFields } from "../rest/webhook/input.ts";
import { webhookEvent } from "../rest/webhook/json.ts";
import { nothing } from "../rest/shared/wire-values.ts";
import { olderWebhookJson, webhookToOlderJson } from "./webhook-json.ts";

const params = z.object({ id: z.string() });
/** The older form calls `displayName` `name`. */
const { displayName, ...otherFields } = webhookFields;
const maskFields: MaskFields<"name" | keyof typeof otherFields> = {
  writable: ["name", "url", "signingSecret", "events"],
  outputOnly: ["id", "createTime", "updateTime", "signingSecretSet"],
};

/** Routes for the caller's webhooks in the older form. */
export const olderWebhookRoutes: RestRoutes = async (app, { services }) => {
  const { webhooks } = services;

  app.get(
    "/webhooks",
    {
      schema: {
        tags: ["older form"],
        summary: "List your webhooks",
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
        description: "Without `signingSecret` one is generated.",
        body: z.object({
          name: z.string().default(""),
          url: z.string(),
          events: boundedArray(webhookEvent, maxWebhookEvents).default([]),
          signingSecret: z.string().default(""),
        }),
        response: { 200: olderWebhookJson },
      },
    },
    async (request) => {
      const { caller, user } = identityOf(request);
      const { name, url, events, signingSecret } = request.body;
      const webhook = { displayName: name, url, events, signingSecret };
      return webhookToOlderJson(unwrap(await webhooks.create(caller, user.username, webhook)));
    },
  );

  /** Finds one of the caller's webhooks by its number or by its id. Throws NOT_FOUND. */
  async function find({ caller, user }: Identity, id: string): Promise<WebhookRecord> {
    const listed = unwrap(await webhooks.list(caller, user.username));
    const found = listed.find((each) => String(each.number) === id || each.id === id);
    if (found === undefined) throw new AppFailure(notFound());
    return found;
  }

  app.get(
    "/webhooks/:id",
    {
      schema: {
        tags: ["older form"],
        summary: "Get a webhook",
        params,
        response: { 200: olderWebhookJson },
      },
    },
    async (request) => webhookToOlderJson(await find(identityOf(request), request.params.id)),
  );

  app.patch(
    "/webhooks/:id",
    {
      schema: {
        tags: ["older form"],
        summary: "Update a webhook; an empty `signingSecret` generates a new one",
        params,
        querystring: z.object({ updateMask: z.string().optional() }),
        body: z.looseObject({ ...otherFields, name: displayName }),
        response: { 200: olderWebhookJson },
      },
    },
    async (request) => {
      const { body, params: named, query } = request;
      const paths = unwrap(resolveFieldMask(maskFields, query.updateMask, body));
      const current = paths.map((path) => (path === "name" ? "displayName" : path));
      const isMasked = (query.updateMask ?? "").trim() !== "";
      const changes = webhookChanges({ ...body, displayName: body.name }, current, isMasked);
      const identity = identityOf(request);
      const { id } = await find(identity, named.id);
      const { caller, user } = identity;
      return webhookToOlderJson(unwrap(await webhooks.update(caller, user.username, id, changes)));
    },
  );

  app.delete(
    "/webhooks/:id",
    {
      schema: {
        tags: ["older form"],
        summary: "Delete a webhook and its pending deliveries",
        params,
        response: { 200: nothing },
      },
    },
    async (request) => {
      const identity = identityOf(request);
      const { id } = await find(identity, request.params.id);
      unwrap(await webhooks.remove(identity.caller, identity.user.username, id));
      return {};
    },
  );

  app.get(
    "/webhooks/:id([A-Za-z0-9-]+)::getSigningSecret",
    {
      schema: {
        tags: ["older form"],
        summary: "Get the signing secret of a webhook",
        params,
        response: { 200: z.object({ signingSecret: z.string() }) },
      },
    },
    async (request) => {
      const identity = identityOf(request);
      const { caller, user } = identity;
      const { id } = await find(identity, request.params.id);
      return { signingSecret: unwrap(await webhooks.signingSecret(caller, user.username, id)) };
    },
  );
};
