import type { SecretBox } from "../instance/instance-service.ts";
import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import { findClockDoubt } from "../commit/served-clock.ts";
import { isArchived, ownerArchived } from "../user/archived-owner.ts";
import { deliveryHeaders } from "./sign-delivery.ts";
import { openSecret } from "./webhook-service.ts";
import { testEvent } from "../model/webhook.ts";
import type { DeliverySnapshot, WebhookDelivery, WebhookRecord } from "../stores/webhook-store.ts";
import type { UserReference } from "../names/names.ts";

/** What became of one try: an answer, or why there was none. */
export type SendOutcome =
  | {
      readonly type: "answered";
      readonly status: number;
      readonly text: string;
      /** How long the receiver asks to be left alone; absent where it doesn't say. */
      readonly retryAfterMs?: number;
    }
  | { readonly type: "failed"; readonly reason: string }
  /** The process is ending: the try does not count. */
  | { readonly type: "interrupted" };

export interface DeliverDeps {
  readonly database: ServerDatabase;
  /**
   * Names this process. Where the next one goes by the same name, what the last one left under way is its own
   * to try again; another one waits until nobody holds it.
   */
  readonly holder: string;
  readonly nowMs: () => number;
  /** Ends it after what is under way. */
  readonly signal: { readonly aborted: boolean };
  /** 0 up to 1. */
  readonly random: () => number;
  readonly secretBox: SecretBox;
  /** Posts JSON. Ends by itself after a while, and never rejects. */
  readonly send: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) => Promise<SendOutcome>;
  /** A snapshot as the API's current form shows a memo to a user (resource name). */
  readonly memoToJson: (user: UserReference, snapshot: DeliverySnapshot) => Promise<object>;
  /** A time as the API shows it. */
  readonly formatTime: (ms: number) => string;
  /** Begins to wait for news. Without it nothing is begun before what is under way has ended. */
  readonly nextWake?: () => Wake;
  /** Notifies the owner of a webhook whose receiver answered 410, in the transaction that records it. */
  readonly onGone?: (
    stores: ServerWriteStores,
    webhook: WebhookRecord,
    delivery: WebhookDelivery,
  ) => Promise<void>;
  /** Told of a fault of the program that spoilt one try; the others go on. */
  readonly onFault: (error: unknown) => void;
}

/** Waits for what may make more due. */
export interface Wake extends Disposable {
  /** Resolves with the first thing that became due since this was made, or at the time that was set. */
  readonly promise: Promise<void>;
  at(ms: number): void;
}

const maxTries = 8;
/** 15 s, then four times as long each: the eighth try comes about 23 hours after the first. */
const firstDelayMs = 15_000;
const delayFactor = 4;
/** Delays differ by up to a fifth, so that what failed together is not tried together. */
const jitter = 0.2;
/** Longer than any try takes: then whoever claimed it has died. */
const heldMs = 60_000;
/** How many are under way at once, and how many of them one user's: four users' receivers may hang. */
const maxAtOnce = 16;
const maxPerUser = 4;
/** Longest that a receiver may have a try put off. */
const maxRetryAfterMs = 24 * 3600 * 1000;
/** Its receiver wants no more deliveries. */
const goneStatus = 410;
const receiverGone = "the receiver answered 410: save the webhook again to resume";
/** What waited this long behind others of its memo is tried once more and no further. */
const maxAgeMs = 3 * 24 * 3600 * 1000;
const keepDoneMs = 30 * 24 * 3600 * 1000;
const maxErrorLength = 500;

/**
 * Makes every delivery that is due, those of one webhook one after another, and gives back when the
 * next is due (null: nothing is pending). A failed one is due again later, until its tries are used
 * up; a test is tried once. What is under way when the process ends is tried again under the same id
 * with the same body. Each is claimed first: of processes that share the database one makes it.
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
      // Before the claim, so that nothing is missed that becomes due beside it.
      using wake = deps.nextWake?.();
      const { claimed, isLast, atMs } = await claim(deps, busy);
      for (const each of claimed) begin(each);
      // Webhooks that were busy may have more.
      if (isLast && busy.length === 0) break;
      if (underWay.size === 0) continue;
      const ends = [...underWay.values()];
      // While a place is free, one that hangs delays neither what is new nor what becomes due.
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

/** When the next delivery is due, of those that are due after `afterMs`. */
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
  // Nothing is written of one that is gone with its webhook meanwhile, or that took so long that another
  // process has it.
  await deps.database.write(async (stores) => {
    const isOwn = await stores.deliveries.settle(tried, deps.holder);
    if (!isOwn || tried.lastStatus !== goneStatus || tried.state !== "FAILED") return;
    const webhook = await stores.webhooks.find(tried.webhook);
    // A webhook that was changed meanwhile may have another receiver.
    if (webhook === null || webhook.updatedMs !== claimed.webhook.updatedMs) return;
    await stores.deliveries.failPendingOf(webhook.id, receiverGone);
    if (webhook.goneMs !== null) return;
    await stores.webhooks.end(webhook.id, deps.nowMs());
    await deps.onGone?.(stores, webhook, tried);
  });
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
  // Values that the snapshot doesn't hold may be different the next time.
  const kept = made?.isRepeatable === true ? null : body;
  return afterTry(deps, { ...delivery, body: kept }, outcome);
}

interface Claimed {
  readonly webhook: WebhookRecord;
  readonly delivery: WebhookDelivery;
}

/**
 * Takes what is due. The try is counted before it is made, so that one which ends the process is
 * counted too; from here on no edit joins. For an account that is archived nothing is taken.
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

/** How long a receiver that is busy asks to be left alone; 0 where it doesn't. */
function askedDelayMs(outcome: SendOutcome): number {
  if (outcome.type !== "answered" || (outcome.status !== 429 && outcome.status !== 503)) return 0;
  return Math.min(outcome.retryAfterMs ?? 0, maxRetryAfterMs);
}

/** How long after the try with this number (from 1) the next one is due. `random`: 0 up to 1. */
export function retryDelayMs(attempts: number, random: number): number {
  const delayMs = firstDelayMs * delayFactor ** (attempts - 1);
  return Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
