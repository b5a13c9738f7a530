import { findReadable, readAccess } from "../access/read-access.ts";
import { type AppError, appError, notFound } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { Caller } from "../model/caller.ts";
import { testEvent } from "../model/webhook.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { WebhookDelivery } from "../stores/webhook-store.ts";
import { maxWaitingBytes, tooMuchWaiting } from "./follow-webhooks.ts";
import { snapshotNow } from "./take-snapshot.ts";

// Deliveries that a user requests, in addition to those for changes of memos. `deliverDue` sends them from
// the same outbox.

export interface AskedDeliveryDeps {
  readonly nowMs: () => number;
  readonly newId: () => string;
}

type Stores = Pick<
  ServerWriteStores,
  "afterCommit" | "attachments" | "deliveries" | "memos" | "spaces"
>;
type Outcome = Promise<Result<WebhookDelivery, AppError>>;

/** A test has no memo. */
const noMemo = "";
const testsAtOnce = 5;
const testsWithinMs = 60_000;

/**
 * Queues a test, which is sent before the webhook's other deliveries and tried once. Fails with
 * FAILED_PRECONDITION while one is pending, and with RESOURCE_EXHAUSTED after five within a minute.
 */
export async function writeTest(stores: Stores, deps: AskedDeliveryDeps, webhook: string): Outcome {
  const { deliveries } = stores;
  if ((await deliveries.lastPending(webhook, noMemo)) !== null) {
    return err(appError("FAILED_PRECONDITION", "a test is already being sent"));
  }
  const nowMs = deps.nowMs();
  const recent = await deliveries.testTimes(webhook, nowMs - testsWithinMs, testsAtOnce);
  const oldestMs = recent[testsAtOnce - 1];
  if (oldestMs !== undefined) {
    const error = appError("RESOURCE_EXHAUSTED", "too many tests within a minute; try again later");
    return err({ ...error, retryAfterMs: oldestMs + testsWithinMs - nowMs });
  }
  return ok(
    await add(stores, {
      ...newDelivery(deps, webhook),
      memo: noMemo,
      event: testEvent,
      createdMs: nowMs,
      dueMs: nowMs,
      snapshot: null,
    }),
  );
}

/**
 * Queues a failed delivery again under another id, with the current memo, because the old content isn't
 * stored. It replaces the failed one, so this works once. Fails with FAILED_PRECONDITION if the delivery
 * didn't fail, or while another one of the memo is pending. Also fails if the caller can't read the memo, or
 * its trash state doesn't match the event.
 */
export async function writeAgain(
  stores: Stores,
  deps: AskedDeliveryDeps,
  {
    caller,
    webhook,
    id,
  }: { readonly caller: Caller; readonly webhook: string; readonly id: string },
): Outcome {
  const { deliveries, memos } = stores;
  const failed = await deliveries.find(id);
  if (failed === null || failed.webhook !== webhook) return err(notFound());
  const { event, memo } = failed;
  if (failed.state !== "FAILED" || event === testEvent) {
    return err(appError("FAILED_PRECONDITION", "only failed deliveries can be sent again"));
  }
  if ((await deliveries.lastPending(webhook, memo)) !== null) {
    return err(appError("FAILED_PRECONDITION", "the memo is already being sent"));
  }
  const found = await findReadable(memos, readAccess(caller), memo, true);
  const isInTrash = found !== null && found.deletedMs !== null;
  if (found === null || isInTrash !== (event === "memo.deleted")) {
    return err(appError("FAILED_PRECONDITION", "the event no longer applies; nothing is sent"));
  }
  const snapshot = await deliveries.addSnapshot(
    await snapshotNow(stores, found, caller.name),
    maxWaitingBytes,
  );
  if (snapshot === null) return err(appError("RESOURCE_EXHAUSTED", tooMuchWaiting));
  await deliveries.remove(id);
  const nowMs = deps.nowMs();
  const fields = { memo, event, createdMs: nowMs, dueMs: nowMs, snapshot };
  return ok(await add(stores, { ...newDelivery(deps, webhook), ...fields }));
}

function newDelivery({ newId }: AskedDeliveryDeps, webhook: string) {
  return {
    id: `msg_${newId()}`,
    webhook,
    state: "PENDING",
    joinsEdits: false,
    attempts: 0,
    lastStatus: null,
    lastError: null,
    body: null,
  } as const;
}

async function add(stores: Stores, delivery: WebhookDelivery): Promise<WebhookDelivery> {
  await stores.deliveries.add(delivery);
  stores.afterCommit({ kind: "deliveries-due" });
  return delivery;
}
