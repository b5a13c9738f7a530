import type { Keyset } from "../paging/order-by.ts";
import type { UserReference } from "../names/names.ts";

/** The first two are memos' own. */
export const notificationTypes = [
  "MEMO_COMMENT",
  "MEMO_MENTION",
  "MEMO_SHARE",
  "WEBHOOK_GONE",
] as const;
export type NotificationType = (typeof notificationTypes)[number];
export const notificationStatuses = ["UNREAD", "ARCHIVED"] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** Tells a user what somebody else did, or that a webhook of theirs ended. One per user, type, memo and sender. */
export interface NotificationRecord {
  readonly id: string;
  /** Resource name of whom it is for. */
  readonly user: UserReference;
  /** Resource name of whom it is about; of an ended webhook its owner. */
  readonly sender: UserReference;
  readonly type: NotificationType;
  /** Id of the comment, of the memo with the mention, that was shared, or that a webhook was sent. */
  readonly memo: string;
  /** Id of the memo that was commented on, or null. */
  readonly relatedMemo: string | null;
  readonly status: NotificationStatus;
  readonly createdMs: number;
}

export interface NotificationReader {
  find(id: string): Promise<NotificationRecord | null>;
  /** Newest first, ties by id downwards; `after` holds the time. */
  listByUser(
    user: UserReference,
    after: Keyset | null,
    limit: number,
  ): Promise<NotificationRecord[]>;
}

export interface NotificationStore extends NotificationReader {
  /** Does nothing when there is one of that user, type, memo and sender. Returns whether it was new. */
  add(notification: NotificationRecord): Promise<boolean>;
  /** Removes one of that user, type, memo and sender, if there is. */
  removeLike(notification: NotificationRecord): Promise<void>;
  setStatus(id: string, status: NotificationStatus): Promise<void>;
  remove(id: string): Promise<void>;
  removeByUser(user: UserReference): Promise<void>;
}
