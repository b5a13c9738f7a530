import type { MemoRecord } from "../model/memo.ts";
import type { DeliveryEvent, WebhookEvent } from "../model/webhook.ts";

export interface WebhookRow {
  readonly id: string;
  /** Resource name of the owner. */
  readonly user: string;
  readonly url: string;
  readonly displayName: string;
  /** The signing secret, sealed; "" of old ones whose deliveries are not signed. */
  readonly sealedSecret: string;
  /** Unique; empty for all. */
  readonly events: readonly WebhookEvent[];
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface WebhookRecord extends WebhookRow {
  /** The older form's integer id, given by the store. */
  readonly number: number;
}

export interface WebhookReader {
  find(id: string): Promise<WebhookRecord | null>;
  /** Oldest first. */
  listByUser(user: string): Promise<WebhookRecord[]>;
}

export interface WebhookStore extends WebhookReader {
  insert(webhook: WebhookRow): Promise<WebhookRecord>;
  update(webhook: WebhookRow): Promise<void>;
  /** What was still to be delivered to it goes with it. */
  remove(id: string): Promise<void>;
  removeByUser(user: string): Promise<void>;
}

export const deliveryStates = ["PENDING", "DELIVERED", "FAILED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery without what is sent. */
export interface DeliveryHead {
  /** Stable over all tries. */
  readonly id: string;
  /** Id of the webhook. */
  readonly webhook: string;
  /** Id of the memo, "" of a test; deliveries of one memo to one webhook are made in order. */
  readonly memo: string;
  readonly event: DeliveryEvent;
  readonly state: DeliveryState;
  /** True while the next edit of the text is sent along with it. */
  readonly joinsEdits: boolean;
  readonly attempts: number;
  readonly createdMs: number;
  readonly dueMs: number;
  /** HTTP status of the last try; null when there was no answer. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export interface WebhookDelivery extends DeliveryHead {
  /** What is sent; null before the first try and when it is done with. */
  readonly body: string | null;
  /** The memo when the event happened; null from the first try on, and of a test. */
  readonly snapshot: MemoRecord | null;
}

export interface DeliveryReader {
  find(id: string): Promise<WebhookDelivery | null>;
  /** The log of a webhook, newest first. */
  listByWebhook(webhook: string, limit: number): Promise<DeliveryHead[]>;
  /** Those in the log that failed, newest first, without tests. */
  listFailed(webhook: string, limit: number): Promise<DeliveryHead[]>;
  /**
   * When `holder` may claim the next of those that no earlier one of their memo holds up, by this process's
   * clock; null when nothing is pending. `aheadMs`: of the common clock (`CommonClock`).
   */
  nextDueMs(holder: string, aheadMs: number): Promise<number | null>;
}

/** Takes deliveries for a while, so that no other process makes them too. */
export interface DeliveryClaim {
  /** Who takes them: one process. */
  readonly holder: string;
  /** What is due is due by this process's clock, as it was written. */
  readonly nowMs: number;
  /**
   * From when until when they are held, by the clock that all holders have in common. From then on another
   * holder may take what was not settled: its holder has died.
   */
  readonly held: { readonly fromMs: number; readonly untilMs: number };
  readonly limit: number;
  /** Ids of those that the holder is making already. */
  readonly underWay: readonly string[];
}

export interface DeliveryStore extends DeliveryReader {
  add(delivery: WebhookDelivery): Promise<void>;
  /**
   * Pending ones whose time has come, that no earlier one of their memo holds up and that no other
   * holder has: one of each webhook at most, with what is under way, and a test before the others of its
   * webhook. Users take turns, so that nobody's webhooks keep those of others waiting; otherwise by due
   * time. What the same holder neither settled nor is making is given once more: it has begun anew under
   * its name since, as a process does that has the database for itself.
   * Each has its try counted, and no edit joins it from here on.
   */
  claim(claim: DeliveryClaim): Promise<WebhookDelivery[]>;
  /**
   * Writes what became of one that was claimed, and lets go of it. False, and nothing is written, where
   * another holder has it by now or it is gone.
   */
  settle(delivery: WebhookDelivery, holder: string): Promise<boolean>;
  /** Changes what the head says, and the memo where one is given; the rest stays. */
  update(delivery: DeliveryHead, snapshot?: MemoRecord): Promise<void>;
  /** Ends as failed everything that is pending for the webhooks of a user. */
  failPending(user: string, reason: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** The last pending one of a memo; null when none is. */
  lastPending(webhook: string, memo: string): Promise<DeliveryHead | null>;
  /** When its last tests were asked for, newest first; none that is as old as `sinceMs`. */
  testTimes(webhook: string, sinceMs: number, limit: number): Promise<number[]>;
  /** Drops those that are done and were created before `ms`. */
  removeDoneBefore(ms: number): Promise<void>;
}
