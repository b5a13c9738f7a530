import type { Keyset } from "../paging/order-by.ts";
import type { UserReference } from "../names/names.ts";

/** Types of notifications. The API of memos also has the first two. */
export const notificationTypes = [
  "MEMO_COMMENT",
  "MEMO_MENTION",
  "MEMO_SHARE",
  "WEBHOOK_GONE",
] as const;
export type NotificationType = (typeof notificationTypes)[number];
export const notificationStatuses = ["UNREAD", "ARCHIVED"] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/**
 * Notification about another user's action, or about an ended webhook. One per user, type, memo and sender.
 */
export interface NotificationRecord {
  readonly id: string;
  /** Resource name of the recipient. */
  readonly user: UserReference;
  /** Resource name of the user who caused it; for an ended webhook its owner. */
  readonly sender: UserReference;
  readonly type: NotificationType;
  /**
   * Id of the comment, of the memo with the mention, of the shared memo, or of the memo a webhook was sent.
   */
  readonly memo: string;
  /** Id of the commented memo, or null. */
  readonly relatedMemo: string | null;
  readonly status: NotificationStatus;
  readonly createdMs: number;
}

export interface NotificationReader {
  find(id: string): Promise<NotificationRecord | null>;
  /** Returns notifications newest first, ties by id descending. `after` holds the time. */
  listByUser(
    user: UserReference,
    after: Keyset | null,
    limit: number,
  ): Promise<NotificationRecord[]>;
}

export interface NotificationStore extends NotificationReader {
  /**
   * Adds a notification unless one with the same user, type, memo and sender exists. Returns true if it was
   * added.
   */
  add(notification: NotificationRecord): Promise<boolean>;
  /** Deletes the notification with the same user, type, memo and sender, if any. */
  removeLike(notification: NotificationRecord): Promise<void>;
  setStatus(id: string, status: NotificationStatus): Promise<void>;
  remove(id: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
}
