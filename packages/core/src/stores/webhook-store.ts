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
  /** When its receiver answered 410; null while it gets deliveries. */
  readonly goneMs: number | null;
}

export interface WebhookReader {
  find(id: string): Promise<WebhookRecord | null>;
  /** Oldest first. */
  listByUser(user: UserReference): Promise<WebhookRecord[]>;
}

export interface WebhookStore extends WebhookReader {
  insert(webhook: WebhookRow): Promise<WebhookRecord>;
  /** Also resumes the deliveries of one whose receiver answered 410. */
  update(webhook: WebhookRow): Promise<void>;
  /** Records that its receiver answered 410. */
  end(id: string, atMs: number): Promise<void>;
  /** What was still to be delivered to it goes with it. */
  remove(id: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
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
  /** What is sent, stored only where the snapshot doesn't hold all of it; null otherwise. */
  readonly body: string | null;
  /** Id of the snapshot, which deliveries of one change share; null of a test. */
  readonly snapshot: number | null;
}

/** What a memo showed besides itself when an event happened. */
export interface SnapshotParts {
  readonly attachments: readonly AttachmentRecord[];
  /** Oldest first. */
  readonly reactions: readonly Reaction[];
  /** By recipient (resource name), since not everybody may read the related memos. */
  readonly relations: Readonly<Record<string, readonly MemoRelation[]>>;
}

/** A memo when an event happened. */
export interface DeliverySnapshot {
  readonly memo: MemoRecord;
  /** null in what version 0.2 stored. */
  readonly parts: SnapshotParts | null;
}

export interface DeliveryReader {
  find(id: string): Promise<WebhookDelivery | null>;
  /** The log of a webhook, newest first. */
  listByWebhook(webhook: string, limit: number): Promise<DeliveryHead[]>;
  /** Those in the log that failed, newest first, without tests. */
  listFailed(webhook: string, limit: number): Promise<DeliveryHead[]>;
  /**
   * When `holder` may claim the next of those that no earlier one of their memo holds up, by this process's
   * clock; null when nothing is pending. `aheadMs`: of the common clock (`CommonClock`). Times up to `afterMs`
   * are skipped.
   */
  nextDueMs(holder: string, aheadMs: number, afterMs?: number): Promise<number | null>;
  /** The snapshot of a delivery; null where it has none. */
  snapshotOf(id: string): Promise<DeliverySnapshot | null>;
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
  /** How many one user may have under way; as many as there is room for by default. */
  readonly limitPerUser?: number;
  /** Ids of those that the holder is making already. */
  readonly underWay: readonly string[];
}

export interface DeliveryStore extends DeliveryReader {
  add(delivery: WebhookDelivery): Promise<void>;
  /**
   * Stores a snapshot for the deliveries that are about to be added, and returns its id. null, and nothing is
   * stored, where those of the memo's creator that are waiting would exceed `maxBytes` with it. It is removed
   * with the last delivery that needs it.
   */
  addSnapshot(snapshot: DeliverySnapshot, maxBytes: number): Promise<number | null>;
  /** Replaces what hung on the memo. Does nothing where the snapshot is gone. */
  setParts(snapshot: number, parts: SnapshotParts): Promise<void>;
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
  /** Changes what the head says, and the snapshot where one is given; the rest stays. */
  update(delivery: DeliveryHead, snapshot?: number): Promise<void>;
  /** Ends as failed everything that is pending for the webhooks of a user. */
  failPending(user: UserReference, reason: string): Promise<void>;
  /** The same for one webhook. */
  failPendingOf(webhook: string, reason: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** The last pending one of a memo; null when none is. */
  lastPending(webhook: string, memo: string): Promise<DeliveryHead | null>;
  /** When its last tests were asked for, newest first; none that is as old as `sinceMs`. */
  testTimes(webhook: string, sinceMs: number, limit: number): Promise<number[]>;
  /** Drops those that are done and were created before `ms`. */
  removeDoneBefore(ms: number): Promise<void>;
}
