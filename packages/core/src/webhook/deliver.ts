import type { SecretBox } from "../instance/instance-service.ts";
import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import { findClockDoubt } from "../commit/served-clock.ts";
import { isArchived, ownerArchived } from "../user/archived-owner.ts";
import { deliveryHeaders } from "./sign-delivery.ts";
import { openSecret } from "./webhook-service.ts";
import { testEvent } from "../model/webhook.ts";
import type { DeliverySnapshot, WebhookDelivery, WebhookRecord } from "../stores/webhook-store.ts";
import type { UserReference } from "../names/names.ts";

/** Result of one attempt: an answer, or the reason why there was none. */
export type SendOutcome =
  | {
      readonly type: "answered";
      readonly status: number;
      readonly text: string;
      /** Delay in ms from the receiver's Retry-After; absent if there is none. */
      readonly retryAfterMs?: number;
    }
  | { readonly type: "failed"; readonly reason: string }
  /** The process is shutting down: the attempt doesn't count. */
  | { readonly type: "interrupted" };

export interface DeliverDeps {
  readonly database: ServerDatabase;
  /**
   * Name of this process. A later process with the same name retries unfinished deliveries at once. Other
   * processes wait until the claims expire.
   */
  readonly holder: string;
  readonly nowMs: () => number;
  /** Stops after the deliveries that are in progress. */
  readonly signal: { readonly aborted: boolean };
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly secretBox: SecretBox;
  /** Posts JSON. Times out after a while and never rejects. */
  readonly send: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) => Promise<SendOutcome>;
  /** Returns a snapshot in the API's current format, as a user (resource name) sees the memo. */
  readonly memoToJson: (user: UserReference, snapshot: DeliverySnapshot) => Promise<object>;
  /** Formats a time as the API does. */
  readonly formatTime: (ms: number) => string;
  /** Starts to wait for due deliveries. If absent, no delivery starts before those in progress have ended. */
  readonly nextWake?: () => Wake;
  /** Notifies the owner of a webhook whose receiver answered 410, in the transaction that records it. */
  readonly onGone?: (
    stores: ServerWriteStores,
    webhook: WebhookRecord,
    delivery: WebhookDelivery,
  ) => Promise<void>;
  /** Called with the state of a delivery after each attempt: PENDING if it is tried again. */
  readonly onTried?: (state: WebhookDelivery["state"]) => void;
  /** Called with an internal error that failed one attempt; other deliveries continue. */
  readonly onFault: (error: unknown) => void;
}

/** Wait for events that may make more deliveries due. */
export interface Wake extends Disposable {
  /**
   * Resolves when the first delivery becomes due after the creation of this wait, or at the time set with
   * `at`.
   */
  readonly promise: Promise<void>;
  at(ms: number): void;
}

const maxTries = 8;
/** Delay of 15 s, then four times as long each: the eighth attempt is about 23 hours after the first. */
const firstDelayMs = 15_000;
const delayFactor = 4;
/** Delays vary by up to a fifth, so that deliveries that failed together aren't retried together. */
const jitter = 0.2;
/** Longer than any attempt takes; after this, the claiming process has died. */
const heldMs = 60_000;
/** Maximum number of concurrent deliveries, in total and per user: the receivers of four users may hang. */
const maxAtOnce = 16;
const maxPerUser = 4;
/** Maximum delay that a receiver can request, in ms. */
const maxRetryAfterMs = 24 * 3600 * 1000;
/** Status with which a receiver rejects all further deliveries. */
const goneStatus = 410;
const receiverGone = "the receiver answered 410: save the webhook again to resume";
/** Deliveries that waited this long behind others of their memo are tried once more only. */
const maxAgeMs = 3 * 24 * 3600 * 1000;
const keepDoneMs = 30 * 24 * 3600 * 1000;
const maxErrorLength = 500;

/**
 * Sends all due deliveries, those of one webhook one after another. Returns when the next is due, or null if
 * none is pending. A failed delivery is due again later, until its attempts are used up; a test is tried
 * once. Deliveries in progress when the process ends are retried with the same id and body. Each is claimed
 * first, so that only one of several processes sends it.
 */
export async function deliverDue(deps: DeliverDeps): Promise<number | null> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (claimed: Claimed): void => {
    const { id } = claimed.delivery;
    const ended = deliver(deps, claimed)
      .catch((error: unknown) => failures.push(error))
      .then(() => void underWay.delete(id));
    underWay.set(id, ended);
  };
  try {
    while (!deps.signal.aborted && failures.length === 0) {
      const busy = [...underWay.keys()];
      // Created before the claim, so that no delivery that becomes due meanwhile is missed.
      using wake = deps.nextWake?.();
      const { claimed, isLast, atMs } = await claim(deps, busy);
      for (const each of claimed) begin(each);
      // Webhooks that were busy may have more deliveries.
      if (isLast && busy.length === 0) break;
      if (underWay.size === 0) continue;
      const ends = [...underWay.values()];
      // While a slot is free, a hanging delivery doesn't delay new or due ones.
      if (wake !== undefined && underWay.size < maxAtOnce) {
        const dueMs = await nextDueMs(deps, atMs);
        if (dueMs !== null) wake.at(dueMs);
        ends.push(wake.promise);
      }
      await Promise.race(ends);
    }
  } finally {
    await Promise.all(underWay.values());
  }
  if (failures.length > 0) throw failures[0];
  const nowMs = deps.nowMs();
  await deps.database.write(async ({ deliveries, meta }) => {
    if ((await findClockDoubt(meta, nowMs)) !== null) return;
    await deliveries.removeDoneBefore(nowMs - keepDoneMs);
  });
  return nextDueMs(deps);
}

/** Returns when the next delivery is due, of those due after `afterMs`. */
function nextDueMs({ database, holder }: DeliverDeps, afterMs?: number): Promise<number | null> {
  return database.read(async ({ deliveries, commonClock }) =>
    deliveries.nextDueMs(holder, await commonClock.aheadMs(), afterMs),
  );
}

async function deliver(deps: DeliverDeps, claimed: Claimed): Promise<void> {
  const tried = await tryOnce(deps, claimed).catch((error: unknown) => {
    deps.onFault(error);
    const outcome = { type: "failed", reason: "the memo could not be sent" } as const;
    return afterTry(deps, claimed.delivery, outcome);
  });
  // Saves nothing if the delivery was deleted with its webhook meanwhile, or another process has claimed
  // it after too long an attempt.
  const isOwn = await deps.database.write(async (stores) => {
    const isOwn = await stores.deliveries.settle(tried, deps.holder);
    const isGone = tried.lastStatus === goneStatus && tried.state === "FAILED";
    if (isOwn && isGone) await endWebhook(deps, stores, claimed.webhook, tried);
    return isOwn;
  });
  const isInterrupted = tried.attempts < claimed.delivery.attempts;
  if (isOwn && !isInterrupted) deps.onTried?.(tried.state);
}

/** Stops sending to a receiver that answered 410. */
async function endWebhook(
  deps: DeliverDeps,
  stores: ServerWriteStores,
  tried: WebhookRecord,
  delivery: WebhookDelivery,
): Promise<void> {
  const webhook = await stores.webhooks.find(tried.id);
  // A webhook that changed meanwhile may have another receiver.
  if (webhook === null || webhook.updatedMs !== tried.updatedMs) return;
  await stores.deliveries.failPendingOf(webhook.id, receiverGone);
  if (webhook.goneMs !== null) return;
  await stores.webhooks.end(webhook.id, deps.nowMs());
  await deps.onGone?.(stores, webhook, delivery);
}

async function tryOnce(deps: DeliverDeps, claimed: Claimed): Promise<WebhookDelivery> {
  const { webhook, delivery } = claimed;
  const { id } = delivery;
  const made = delivery.body === null ? await payload(deps, claimed) : null;
  const body = delivery.body ?? JSON.stringify(made?.payload);
  const secret = openSecret(deps.secretBox, webhook.sealedSecret);
  const outcome: SendOutcome =
    secret === null
      ? { type: "failed", reason: "the key of the signing secret is gone: set another secret" }
      : await deps.send(
          webhook.url,
          {
            "content-type": "application/json",
            ...deliveryHeaders(secret, { id, atMs: deps.nowMs(), body }),
          },
          body,
        );
  // Values that the snapshot doesn't contain may differ next time, so the body is stored.
  const kept = made?.isRepeatable === true ? null : body;
  return afterTry(deps, { ...delivery, body: kept }, outcome);
}

interface Claimed {
  readonly webhook: WebhookRecord;
  readonly delivery: WebhookDelivery;
}

/**
 * Claims due deliveries. Counts the attempt before it is made, so that one that crashes the process counts
 * too. Edits no longer join a claimed delivery. Claims nothing for an archived account.
 */
async function claim(
  { database, holder, nowMs }: DeliverDeps,
  underWay: readonly string[],
): Promise<{
  readonly claimed: readonly Claimed[];
  readonly isLast: boolean;
  readonly atMs: number;
}> {
  return database.write(async ({ commonClock, deliveries, users, webhooks }) => {
    const aheadMs = await commonClock.aheadMs();
    const atMs = nowMs();
    const held = { fromMs: atMs + aheadMs, untilMs: atMs + aheadMs + heldMs };
    const limit = maxAtOnce - underWay.length;
    const taken = { holder, nowMs: atMs, held, limit, limitPerUser: maxPerUser, underWay };
    const claimed: Claimed[] = [];
    const due = await deliveries.claim(taken);
    for (const delivery of due) {
      const webhook = await webhooks.find(delivery.webhook);
      if (webhook === null) throw new Error(`delivery ${delivery.id} has no webhook`);
      if (await isArchived(users, webhook.user)) {
        await deliveries.failPending(webhook.user, ownerArchived);
        continue;
      }
      claimed.push({ webhook, delivery });
    }
    return { claimed, isLast: due.length === 0, atMs };
  });
}

async function payload(
  deps: DeliverDeps,
  { webhook, delivery }: Claimed,
): Promise<{ readonly payload: object; readonly isRepeatable: boolean }> {
  const { id, event, createdMs } = delivery;
  const common = {
    id,
    event,
    activityType: `memos.${event}`,
    createTime: deps.formatTime(createdMs),
    url: webhook.url,
  };
  if (event === testEvent) {
    return { payload: { ...common, creator: webhook.user }, isRepeatable: false };
  }
  const snapshot = await deps.database.read(({ deliveries }) => deliveries.snapshotOf(id));
  if (snapshot === null) throw new Error(`delivery ${id} has neither body nor memo`);
  const memo = await deps.memoToJson(webhook.user, snapshot);
  return {
    payload: { ...common, creator: snapshot.memo.creator, memo },
    isRepeatable: snapshot.parts !== null,
  };
}

function afterTry(
  deps: Pick<DeliverDeps, "nowMs" | "random">,
  delivery: WebhookDelivery,
  outcome: SendOutcome,
): WebhookDelivery {
  if (outcome.type === "interrupted") return { ...delivery, attempts: delivery.attempts - 1 };
  const lastStatus = outcome.type === "answered" ? outcome.status : null;
  if (lastStatus !== null && lastStatus >= 200 && lastStatus < 300) {
    const done = { state: "DELIVERED", lastStatus, lastError: null } as const;
    return { ...delivery, ...done, body: null };
  }
  const reason =
    outcome.type === "answered" ? `status ${outcome.status}: ${outcome.text}` : outcome.reason;
  const lastError = reason.slice(0, maxErrorLength).replaceAll("\0", "\uFFFD").toWellFormed();
  const tried = { ...delivery, lastStatus, lastError };
  const nowMs = deps.nowMs();
  const isLast =
    delivery.event === testEvent || delivery.attempts >= maxTries || lastStatus === goneStatus;
  if (isLast || nowMs - delivery.createdMs > maxAgeMs) {
    return { ...tried, state: "FAILED", body: null };
  }
  const delayMs = retryDelayMs(delivery.attempts, deps.random());
  return { ...tried, dueMs: nowMs + Math.max(delayMs, askedDelayMs(outcome)) };
}

/** Returns the delay in ms that a busy receiver requests, or 0. */
function askedDelayMs(outcome: SendOutcome): number {
  if (outcome.type !== "answered" || (outcome.status !== 429 && outcome.status !== 503)) return 0;
  return Math.min(outcome.retryAfterMs ?? 0, maxRetryAfterMs);
}

/** Returns the delay in ms after the attempt with this number (from 1). `random` is from 0 to 1. */
export function retryDelayMs(attempts: number, random: number): number {
  const delayMs = firstDelayMs * delayFactor ** (attempts - 1);
  return Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
