import type { SecretBox } from "../instance/instance-service.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import { mayWrite } from "../model/caller.ts";
import type { Caller } from "../model/caller.ts";
import type { ServerDatabase, ServerReadStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { findOwnAccount } from "../access/find-user.ts";
import { writeAgain, writeTest } from "./asked-deliveries.ts";
import { isSigningSecret, newSigningSecret } from "./sign-delivery.ts";
import type { WebhookEvent } from "../model/webhook.ts";
import type { DeliveryHead, WebhookDelivery, WebhookRecord } from "../stores/webhook-store.ts";

export interface WebhookDeps {
  readonly database: ServerDatabase;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly secretBox: SecretBox;
  /** Returns null if deliveries may be sent to the address, otherwise the reason why not. */
  readonly refuseUrl: (url: string) => Promise<string | null>;
}

export interface NewWebhook {
  readonly url: string;
  readonly displayName: string;
  /** `whsec_` and base64, or any text; empty to generate one. */
  readonly signingSecret: string;
  /** Empty for all. */
  readonly events: readonly WebhookEvent[];
}

export interface ShownDeliveries {
  readonly newest: number;
  /**
   * Number of earlier failed deliveries to add. Their attempts take a day, so newer deliveries displace them
   * from the list. Excludes tests.
   */
  readonly failedBefore: number;
}

type Outcome<T> = Promise<Result<T, AppError>>;

/**
 * Calls on a user's webhooks. `user` is a username or number; other users' webhooks are NOT_FOUND. Fails with
 * INVALID_ARGUMENT for addresses that only the server can reach, unless the instance allows them.
 */
export interface WebhookService {
  /** Returns webhooks, oldest first. */
  list(caller: Caller, user: string): Outcome<readonly WebhookRecord[]>;
  get(caller: Caller, user: string, id: string): Outcome<WebhookRecord>;
  create(caller: Caller, user: string, webhook: NewWebhook): Outcome<WebhookRecord>;
  /**
   * Leaves absent fields unchanged; an empty secret generates a new one. The change applies from now on, and
   * resumes the deliveries of a webhook whose receiver answered 410.
   */
  update(
    caller: Caller,
    user: string,
    id: string,
    changes: Partial<NewWebhook>,
  ): Outcome<WebhookRecord>;
  remove(caller: Caller, user: string, id: string): Outcome<null>;
  /**
   * Returns the secret, or "" if the webhook has none. Fails with PERMISSION_DENIED for a read-only token,
   * which could otherwise sign deliveries. Fails with FAILED_PRECONDITION if the key that sealed it is lost.
   */
  signingSecret(caller: Caller, user: string, id: string): Outcome<string>;
  /**
   * Returns the last deliveries with their state, newest first: a hundred, or as many as `shown` specifies.
   * The latter are followed by the last older ones that failed.
   */
  deliveries(
    caller: Caller,
    user: string,
    id: string,
    shown?: ShownDeliveries,
  ): Outcome<readonly DeliveryHead[]>;
  /** Queues a test, by the rules of `writeTest`. */
  test(caller: Caller, user: string, id: string): Outcome<WebhookDelivery>;
  /** Queues a failed delivery again, by the rules of `writeAgain`. */
  sendAgain(caller: Caller, user: string, id: string, delivery: string): Outcome<WebhookDelivery>;
}

const maxWebhooks = 20;
const maxUrlLength = 2048;
const maxNameLength = 256;
const maxSecretLength = 512;
const lastHundred: ShownDeliveries = { newest: 100, failedBefore: 0 };

export function createWebhookService(deps: WebhookDeps): WebhookService {
  const { database } = deps;

  /** Called outside transactions, because the check may need the network. */
  async function check(webhook: Partial<NewWebhook>): Promise<Result<null, AppError>> {
    const { url, displayName = "", signingSecret = "" } = webhook;
    if (displayName.length > maxNameLength) return err(invalidField("displayName", "is too long"));
    if (signingSecret.length > maxSecretLength) {
      return err(invalidField("signingSecret", "is too long"));
    }
    if (!isSigningSecret(signingSecret)) {
      return err(invalidField("signingSecret", "needs base64 after whsec_"));
    }
    if (url === undefined) return ok(null);
    if (url.length > maxUrlLength) return err(invalidField("url", "is too long"));
    const refusal = await deps.refuseUrl(url);
    return refusal === null ? ok(null) : err(invalidField("url", refusal));
  }

  function seal(secret: string): string {
    return deps.secretBox.seal(secret === "" ? newSigningSecret(deps.randomBytes) : secret);
  }

  return {
    list: (caller, user) =>
      database.read(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        return own.ok ? ok(await stores.webhooks.listByUser(caller.name)) : own;
      }),

    get: (caller, user, id) => database.read((stores) => find(stores, caller, user, id)),

    async create(caller, user, webhook) {
      const own = await database.read(({ users }) => findOwnAccount(users, caller, user));
      if (!own.ok) return own;
      const checked = await check(webhook);
      if (!checked.ok) return checked;
      return database.write(async ({ webhooks }) => {
        if ((await webhooks.listByUser(caller.name)).length >= maxWebhooks) {
          return err(appError("FAILED_PRECONDITION", `${maxWebhooks} webhooks is the maximum`));
        }
        const nowMs = deps.nowMs();
        return ok(
          await webhooks.insert({
            id: deps.newId(),
            user: caller.name,
            url: webhook.url,
            displayName: webhook.displayName,
            sealedSecret: seal(webhook.signingSecret),
            events: [...new Set(webhook.events)],
            createdMs: nowMs,
            updatedMs: nowMs,
          }),
        );
      }, caller);
    },

    async update(caller, user, id, changes) {
      const known = await database.read((stores) => find(stores, caller, user, id));
      if (!known.ok) return known;
      const checked = await check(changes);
      if (!checked.ok) return checked;
      return database.write(async (stores) => {
        const found = await find(stores, caller, user, id);
        if (!found.ok) return found;
        const { signingSecret, ...others } = changes;
        const { sealedSecret } = found.value;
        const isSameSecret =
          signingSecret === undefined ||
          (signingSecret !== "" && signingSecret === openSecret(deps.secretBox, sealedSecret));
        const next = {
          ...found.value,
          ...others,
          events: [...new Set(changes.events ?? found.value.events)],
          sealedSecret: isSameSecret ? sealedSecret : seal(signingSecret),
          // Saving it resumes deliveries that a 410 has ended.
          goneMs: null,
        };
        if (JSON.stringify(next) === JSON.stringify(found.value)) return found;
        const updated = { ...next, updatedMs: deps.nowMs() };
        await stores.webhooks.update(updated);
        return ok(updated);
      }, caller);
    },

    remove: (caller, user, id) =>
      database.write(async (stores) => {
        const found = await find(stores, caller, user, id);
        if (!found.ok) return found;
        await stores.webhooks.remove(id);
        return ok(null);
      }, caller),

    async signingSecret(caller, user, id) {
      const found = await database.read((stores) => find(stores, caller, user, id));
      if (!found.ok) return found;
      if (!mayWrite(caller)) {
        return err(appError("PERMISSION_DENIED", "a read-only token can't see signing secrets"));
      }
      const secret = openSecret(deps.secretBox, found.value.sealedSecret);
      if (secret !== null) return ok(secret);
      return err(
        appError("FAILED_PRECONDITION", "the key for the secret is missing; set a new secret"),
      );
    },

    deliveries: (caller, user, id, shown = lastHundred) =>
      database.read(async (stores) => {
        const found = await find(stores, caller, user, id);
        if (!found.ok) return found;
        return ok(await listDeliveries(stores, id, shown));
      }),

    test: (caller, user, id) =>
      database.write(async (stores) => {
        const found = await find(stores, caller, user, id);
        return found.ok ? writeTest(stores, deps, id) : found;
      }, caller),

    sendAgain: (caller, user, id, delivery) =>
      database.write(async (stores) => {
        const found = await find(stores, caller, user, id);
        if (!found.ok) return found;
        return writeAgain(stores, deps, { caller, webhook: id, id: delivery });
      }, caller),
  };
}

async function listDeliveries(
  { deliveries }: Pick<ServerReadStores, "deliveries">,
  webhook: string,
  { newest, failedBefore }: ShownDeliveries,
): Promise<DeliveryHead[]> {
  const last = await deliveries.listByWebhook(webhook, newest);
  if (failedBefore === 0 || last.length < newest) return last;
  const known = new Set(last.map(({ id }) => id));
  const failed = await deliveries.listFailed(webhook, newest + failedBefore);
  return [...last, ...failed.filter(({ id }) => !known.has(id)).slice(0, failedBefore)];
}

/** Returns null if the secret was sealed with another key. */
export function openSecret(box: SecretBox, sealed: string): string | null {
  return sealed === "" ? "" : box.open(sealed);
}

async function find(
  stores: Pick<ServerReadStores, "users" | "webhooks">,
  caller: Caller,
  user: string,
  id: string,
): Outcome<WebhookRecord> {
  const own = await findOwnAccount(stores.users, caller, user);
  if (!own.ok) return own;
  const webhook = await stores.webhooks.find(id);
  return webhook === null || webhook.user !== caller.name ? err(notFound()) : ok(webhook);
}
