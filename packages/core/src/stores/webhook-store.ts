import type { AttachmentRecord } from "../model/attachment.ts";
import type { MemoRecord } from "../model/memo.ts";
import type { MemoRelation, Reaction } from "../model/memo-parts.ts";
import type { DeliveryEvent, WebhookEvent } from "../model/webhook.ts";
import type { UserReference } from "../names/names.ts";

export interface WebhookRow {
  readonly id: string;
  /** Resource name of the owner. */
  readonly user: UserReference;
  readonly url: string;
  readonly displayName: string;
  /** Signing secret, sealed; "" for old webhooks whose deliveries aren't signed. */
  readonly sealedSecret: string;
  /** Subscribed events without duplicates; empty for all. */
  readonly events: readonly WebhookEvent[];
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface WebhookRecord extends WebhookRow {
  /** Integer id of the legacy API, assigned by the store. */
  readonly number: number;
  /** Time at which the receiver answered 410; null while the webhook is active. */
  readonly goneMs: number | null;
}

export interface WebhookReader {
  find(id: string): Promise<WebhookRecord | null>;
  /** Returns the webhooks, oldest first. */
  listByUser(user: UserReference): Promise<WebhookRecord[]>;
}

export interface WebhookStore extends WebhookReader {
  insert(webhook: WebhookRow): Promise<WebhookRecord>;
  /** Updates a webhook. If its receiver answered 410, deliveries resume. */
  update(webhook: WebhookRow): Promise<void>;
  /** Records that the receiver answered 410. */
  end(id: string, atMs: number): Promise<void>;
  /** Deletes a webhook with its pending deliveries. */
  remove(id: string): Promise<void>;
  /** Returns how many webhooks were deleted. */
  removeByUser(user: UserReference): Promise<number>;
}

export const deliveryStates = ["PENDING", "DELIVERED", "FAILED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Delivery without its payload. */
export interface DeliveryHead {
  /** Stable across retries. */
  readonly id: string;
  /** Id of the webhook. */
  readonly webhook: string;
  /** Id of the memo, "" for a test. Deliveries of one memo to one webhook are sent in order. */
  readonly memo: string;
  readonly event: DeliveryEvent;
  readonly state: DeliveryState;
  /** True while the next edit of the text is merged into this delivery. */
  readonly joinsEdits: boolean;
  readonly attempts: number;
  readonly createdMs: number;
  readonly dueMs: number;
  /** HTTP status of the last attempt; null if there was no response. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export interface WebhookDelivery extends DeliveryHead {
  /** Payload, stored only if the snapshot doesn't hold all of it; otherwise null. */
  readonly body: string | null;
  /** Id of the snapshot, shared by the deliveries of one change; null for a test. */
  readonly snapshot: number | null;
}

/** Data shown with a memo when an event happened. */
export interface SnapshotParts {
  readonly attachments: readonly AttachmentRecord[];
  /** Oldest first. */
  readonly reactions: readonly Reaction[];
  /** Relations by recipient (resource name), because not everybody may read the related memos. */
  readonly relations: Readonly<Record<string, readonly MemoRelation[]>>;
}

/** Memo at the time of an event. */
export interface DeliverySnapshot {
  readonly memo: MemoRecord;
  /** null in snapshots stored by version 0.2. */
  readonly parts: SnapshotParts | null;
}

export interface DeliveryReader {
  find(id: string): Promise<WebhookDelivery | null>;
  /** Returns the log of a webhook, newest first. */
  listByWebhook(webhook: string, limit: number): Promise<DeliveryHead[]>;
  /** Returns failed deliveries, newest first, without tests. */
  listFailed(webhook: string, limit: number): Promise<DeliveryHead[]>;
  /**
   * Returns the time, by this process's clock, at which `holder` may claim the next delivery. Deliveries
   * behind an earlier one of their memo don't count. Returns null if nothing is pending. `aheadMs`: offset of
   * the shared clock (`CommonClock`). Times up to `afterMs` are skipped.
   */
  nextDueMs(holder: string, aheadMs: number, afterMs?: number): Promise<number | null>;
  /** Returns the snapshot of a delivery; null if it has none. */
  snapshotOf(id: string): Promise<DeliverySnapshot | null>;
}

/** Claim of deliveries for a limited time. Other processes skip claimed ones. */
export interface DeliveryClaim {
  /** Name of the process that claims. */
  readonly holder: string;
  /** Current time of this process's clock, by which due times were written. */
  readonly nowMs: number;
  /**
   * Times of the claim by the clock shared by all holders. After `untilMs` another holder may claim unsettled
   * deliveries, because this one has died.
   */
  readonly held: { readonly fromMs: number; readonly untilMs: number };
  readonly limit: number;
  /** Maximum number of deliveries in progress per user. By default limited only by `limit`. */
  readonly limitPerUser?: number;
  /** Ids of deliveries that the holder is already sending. */
  readonly underWay: readonly string[];
}

export interface DeliveryStore extends DeliveryReader {
  add(delivery: WebhookDelivery): Promise<void>;
  /**
   * Stores a snapshot for deliveries about to be added and returns its id. Returns null and stores nothing if
   * the creator's pending snapshots would exceed `maxBytes`. The snapshot is deleted with the last delivery
   * that needs it.
   */
  addSnapshot(snapshot: DeliverySnapshot, maxBytes: number): Promise<number | null>;
  /** Replaces the snapshot's parts. Does nothing if the snapshot no longer exists. */
  setParts(snapshot: number, parts: SnapshotParts): Promise<void>;
  /**
   * Claims due pending deliveries that aren't behind an earlier one of their memo or claimed by another
   * holder. At most one per webhook is in progress. A test precedes the other deliveries of its webhook.
   * Users take turns, so one user's webhooks don't delay others; within a turn, order is by due time. A
   * delivery that the same holder neither settled nor is sending is returned again: the process has restarted
   * under its name, as one with exclusive access to the database does. Increments the attempts of each and
   * clears `joinsEdits`.
   */
  claim(claim: DeliveryClaim): Promise<WebhookDelivery[]>;
  /**
   * Stores the outcome of a claimed delivery and releases it. Returns false and writes nothing if another
   * holder has claimed it or it was deleted.
   */
  settle(delivery: WebhookDelivery, holder: string): Promise<boolean>;
  /** Updates the head, and the snapshot if one is given; leaves the rest. */
  update(delivery: DeliveryHead, snapshot?: number): Promise<void>;
  /** Marks all pending deliveries of a user's webhooks as failed. */
  failPending(user: UserReference, reason: string): Promise<void>;
  /** Marks all pending deliveries of one webhook as failed. */
  failPendingOf(webhook: string, reason: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Returns the last pending delivery of a memo; null if there is none. */
  lastPending(webhook: string, memo: string): Promise<DeliveryHead | null>;
  /** Returns the creation times of the last tests after `sinceMs`, newest first. */
  testTimes(webhook: string, sinceMs: number, limit: number): Promise<number[]>;
  /** Deletes finished deliveries created before `ms`. */
  removeDoneBefore(ms: number): Promise<void>;
}
