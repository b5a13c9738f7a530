import type { NotificationType } from "../stores/notification-store.ts";

/** Notification of another user's action, as the page shows it. */
export interface InboxItem {
  readonly id: string;
  /** Username of the user who caused it. */
  readonly sender: string;
  readonly type: NotificationType;
  /** Memo to open: the one that was commented on, otherwise the one that the notification is about. */
  readonly memo: string;
  /** Comment on that memo that the notification is about, or null. */
  readonly comment: string | null;
  /** Start of the comment or the memo. */
  readonly snippet: string;
  /** Start of the memo that was commented on; `null` if there is none or it isn't on this device. */
  readonly about: string | null;
  readonly createdMs: number;
  readonly isRead: boolean;
  /** True if that memo is on this device. */
  readonly isHere: boolean;
  /** Tags of that memo, which determine whether it is blurred; empty if it isn't on this device. */
  readonly tags: readonly string[];
}

/** Notifications stored on this device. */
export interface Inbox {
  /** Newest first. */
  readonly items: readonly InboxItem[];
  /** Time of the server's last answer in epoch ms; `null` if there was none yet. */
  readonly loadedMs: number | null;
}

/**
 * The user's notifications, stored on this device. Changes apply here at once, and are sent when the server
 * is reachable.
 */
export interface AppInbox {
  list(): Promise<Inbox>;
  unread(): Promise<number>;
  mark(ids: readonly string[], isRead: boolean): Promise<void>;
  /** Marks all notifications stored here as read. Returns the ids of those that were unread. */
  markAll(): Promise<string[]>;
  /** Removes notifications; `restore` undoes this for half a minute. */
  remove(ids: readonly string[]): Promise<void>;
  /** Returns false if it is too late for one of them. */
  restore(ids: readonly string[]): Promise<boolean>;
}
