import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import type { AppAccessTokens, AppPairing, AppWebhooks, OfServer } from "@tidemark/core/router";
import type { SyncClient } from "./sync-client.ts";

/** Runs a request; refusals by the server's rules and connection failures are errors. */
export type SettledAsk = <T>(
  ask: (client: SyncClient) => Promise<T>,
) => Promise<Result<T, AppError>>;

export function askAccessTokens(ask: SettledAsk): AppAccessTokens {
  return {
    list: () => ask(async (client) => listed(await client.accessTokens())),
    create: (wanted) => known(ask((client) => client.createAccessToken(wanted))),
    revoke: (id) => ended(ask((client) => client.revokeAccessToken(id))),
  };
}

export function askWebhooks(ask: SettledAsk): AppWebhooks {
  return {
    list: () => ask(async (client) => listed(await client.webhooks())),
    create: (wanted) => known(ask((client) => client.createWebhook(wanted))),
    update: (id, changes) => known(ask((client) => client.updateWebhook(id, changes))),
    remove: (id) => ended(ask((client) => client.removeWebhook(id))),
    secret: (id) => known(ask((client) => client.webhookSecret(id))),
    deliveries: (id) => known(ask((client) => client.webhookDeliveries(id))),
    test: (id) => known(ask((client) => client.testWebhook(id))),
    sendAgain: (id, delivery) => known(ask((client) => client.sendDeliveryAgain(id, delivery))),
  };
}

/**
 * Returns the functions for pairing codes on the server. `serverUrl` is the address that this device uses.
 */
export function askPairing(ask: SettledAsk, serverUrl: () => string | null): AppPairing {
  return {
    async begin() {
      const made = await known(ask((client) => client.beginPairing()));
      if (!made.ok) return made;
      const { id, code, lastsMs, publicUrl } = made.value;
      const address = (publicUrl ?? serverUrl() ?? "").replace(/\/+$/, "");
      return ok({ id, code, lastsMs, serverUrl: address });
    },
    state: (id) => known(ask((client) => client.pairingState(id))),
    cancel: (id) => ended(ask((client) => client.cancelPairing(id))),
  };
}

function listed<T>(items: readonly T[] | null): OfServer<T> {
  return items === null ? { state: "old-server" } : { state: "listed", items };
}

/** Error for servers that don't know a call. */
export const tooOld = appError("FAILED_PRECONDITION", "This server is too old for this.");

async function known<T>(asked: Promise<Result<T | null, AppError>>): Promise<Result<T, AppError>> {
  const answer = await asked;
  if (!answer.ok) return answer;
  return answer.value === null ? err(tooOld) : ok(answer.value);
}

/** An unknown item has already ended. */
async function ended(asked: Promise<Result<boolean, AppError>>): Promise<Result<null, AppError>> {
  const answer = await asked;
  if (!answer.ok) return answer.error.code === "NOT_FOUND" ? ok(null) : answer;
  return answer.value ? ok(null) : err(tooOld);
}
