import type { MemoRecord } from "../model/memo.ts";
import type { SecretBox } from "../instance/instance-service.ts";
import type { ServerDatabase } from "../stores/server-database.ts";
import { isArchived, ownerArchived } from "../user/archived-owner.ts";
import { deliveryHeaders } from "./sign-delivery.ts";
import { openSecret } from "./webhook-service.ts";
import { testEvent } from "../model/webhook.ts";
import type { WebhookDelivery, WebhookRecord } from "../stores/webhook-store.ts";

/** What became of one try: an answer, or why there was none. */
export type SendOutcome =
  | { readonly type: "answered"; readonly status: number; readonly text: string }
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
  /** A memo as the API's current form shows it to a user (resource name). */
  readonly memoToJson: (user: string, memo: MemoRecord) => Promise<object>;
  /** A time as the API shows it. */
  readonly formatTime: (ms: number) => string;
  /** Told of a fault of the program that spoilt one try; the others go on. */
  readonly onFault: (error: unknown) => void;
}

const maxTries = 8;
/** 15 s, then four times as long each: the eighth try comes about 23 hours after the first. */
const firstDelayMs = 15_000;
const delayFactor = 4;
/** Delays differ by up to a fifth, so that what failed together is not tried together. */
const jitter = 0.2;
/** Longer than any try takes: then whoever claimed it has died. */
const heldMs = 60_000;
/** How many are under way at once. */
const maxAtOnce = 8;
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
      const { claimed, isLast } = await claim(deps, busy);
      for (const each of claimed) begin(each);
      // Webhooks that were busy may have more.
      if (isLast && busy.length === 0) break;
      // A place that is free is given away again at once: the slow keep nobody but themselves waiting.
      if (underWay.size > 0) await Promise.race(underWay.values());
    }
  } finally {
    await Promise.all(underWay.values());
  }
  if (failures.length > 0) throw failures[0];
  await deps.database.write(({ deliveries }) =>
    deliveries.removeDoneBefore(deps.nowMs() - keepDoneMs),
  );
  return deps.database.read(async ({ deliveries, commonClock }) =>
    deliveries.nextDueMs(deps.holder, await commonClock.aheadMs()),
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
  await deps.database.write(({ deliveries }) => deliveries.settle(tried, deps.holder));
}

async function tryOnce(deps: DeliverDeps, claimed: Claimed): Promise<WebhookDelivery> {
  const { webhook, delivery } = claimed;
  const { id } = delivery;
  const body = delivery.body ?? JSON.stringify(await payload(deps, claimed));
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
  return afterTry(deps, { ...delivery, body, snapshot: null }, outcome);
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
): Promise<{ readonly claimed: readonly Claimed[]; readonly isLast: boolean }> {
  return database.write(async ({ commonClock, deliveries, users, webhooks }) => {
    const aheadMs = await commonClock.aheadMs();
    const atMs = nowMs();
    const held = { fromMs: atMs + aheadMs, untilMs: atMs + aheadMs + heldMs };
    const limit = maxAtOnce - underWay.length;
    const taken = { holder, nowMs: atMs, held, limit, underWay };
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
    return { claimed, isLast: due.length === 0 };
  });
}

async function payload(deps: DeliverDeps, { webhook, delivery }: Claimed): Promise<object> {
  const { id, event, createdMs, snapshot } = delivery;
  const common = {
    id,
    event,
    activityType: `memos.${event}`,
    createTime: deps.formatTime(createdMs),
    url: webhook.url,
  };
  if (event === testEvent) return { ...common, creator: webhook.user };
  if (snapshot === null) throw new Error(`delivery ${id} has neither body nor memo`);
  const memo = await deps.memoToJson(webhook.user, snapshot);
  return { ...common, creator: snapshot.creator, memo };
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
  const isLast = delivery.event === testEvent || delivery.attempts >= maxTries;
  if (isLast || nowMs - delivery.createdMs > maxAgeMs) {
    return { ...tried, state: "FAILED", body: null, snapshot: null };
  }
  return { ...tried, dueMs: nowMs + retryDelayMs(delivery.attempts, deps.random()) };
}

/** How long after the try with this number (from 1) the next one is due. `random`: 0 up to 1. */
export function retryDelayMs(attempts: number, random: number): number {
  const delayMs = firstDelayMs * delayFactor ** (attempts - 1);
  return Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
