import { type AccessTokenRecord, type DeliveryHead, ok, type WebhookRecord } from "@tidemark/core";
import { usernameOf } from "@tidemark/core/names";
import type { SyncContext } from "@tidemark/core/router";
import type { WireAccessToken, WireDelivery, WireWebhook } from "@tidemark/core/sync/protocol";
import type { Services } from "../services/services.ts";

const tokensAtOnce = 1000;
/** Deliveries shown on a device: the newest, and older failed ones that can still be sent again. */
const shownDeliveries = { newest: 20, failedBefore: 20 };

/** Creates the calls for access tokens, which use the API's service. */
export function createAccessTokenCalls({
  auth,
}: Pick<Services, "auth">): SyncContext["accessTokens"] {
  const { personalAccessTokens: tokens } = auth;
  return {
    async list(caller) {
      const page = await tokens.list(caller, { pageSize: tokensAtOnce, pageToken: "" });
      return page.ok ? ok({ tokens: page.value.tokens.map(tokenToWire) }) : page;
    },
    async create(caller, { name, scope, expiresMs }) {
      const made = await tokens.create(caller, { name, description: name, scope, expiresMs });
      if (!made.ok) return made;
      return ok({ token: tokenToWire(made.value.token), value: made.value.value });
    },
    revoke: (caller, id) => tokens.revoke(caller, id),
  };
}

/** Creates the calls for webhooks, which use the API's service. */
export function createWebhookCalls({
  webhooks,
}: Pick<Services, "webhooks">): SyncContext["webhooks"] {
  return {
    async list(caller) {
      const listed = await webhooks.list(caller, usernameOf(caller.name));
      return listed.ok ? ok({ webhooks: listed.value.map(webhookToWire) }) : listed;
    },
    async create(caller, { url, name, events }) {
      const made = await webhooks.create(caller, usernameOf(caller.name), {
        url,
        displayName: name,
        signingSecret: "",
        events,
      });
      return made.ok ? ok(webhookToWire(made.value)) : made;
    },
    async update(caller, id, { url, name, events, renewsSecret = false }) {
      const updated = await webhooks.update(caller, usernameOf(caller.name), id, {
        ...(url !== undefined && { url }),
        ...(name !== undefined && { displayName: name }),
        ...(events !== undefined && { events }),
        ...(renewsSecret && { signingSecret: "" }),
      });
      return updated.ok ? ok(webhookToWire(updated.value)) : updated;
    },
    remove: (caller, id) => webhooks.remove(caller, usernameOf(caller.name), id),
    secret: (caller, id) => webhooks.signingSecret(caller, usernameOf(caller.name), id),
    async deliveries(caller, id) {
      const listed = await webhooks.deliveries(
        caller,
        usernameOf(caller.name),
        id,
        shownDeliveries,
      );
      return listed.ok ? ok(listed.value.map(deliveryToWire)) : listed;
    },
    async test(caller, id) {
      const asked = await webhooks.test(caller, usernameOf(caller.name), id);
      return asked.ok ? ok(deliveryToWire(asked.value)) : asked;
    },
    async sendAgain(caller, id, delivery) {
      const asked = await webhooks.sendAgain(caller, usernameOf(caller.name), id, delivery);
      return asked.ok ? ok(deliveryToWire(asked.value)) : asked;
    },
  };
}

function tokenToWire(token: AccessTokenRecord): WireAccessToken {
  const { id, name, scope, createdMs, expiresMs, lastUsedMs } = token;
  return { id, name, scope, createdMs, expiresMs, lastUsedMs };
}

function webhookToWire({ id, url, displayName, events, createdMs }: WebhookRecord): WireWebhook {
  return { id, url, name: displayName, events: [...events], createdMs };
}

function deliveryToWire(delivery: DeliveryHead): WireDelivery {
  const { id, event, state, createdMs, attempts, lastStatus: status, lastError: error } = delivery;
  return { id, event, state, createdMs, attempts, status, error };
}
