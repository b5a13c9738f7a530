import type { NotificationType } from "../stores/notification-store.ts";

/** What somebody else did, as the page shows it. */
export interface InboxItem {
  readonly id: string;
  /** Username of whoever did it. */
  readonly sender: string;
  readonly type: NotificationType;
  /** The memo that is to be opened: what was commented on, else what it is about. */
  readonly memo: string;
  /** The comment on that memo that it is about, or null. */
  readonly comment: string | null;
  /** How the comment or the memo begins. */
  readonly snippet: string;
  /** How the memo begins that it is a comment on; null: it is none, or that is not on this device. */
  readonly about: string | null;
  readonly createdMs: number;
  readonly isRead: boolean;
  /** Whether that memo is on this device. */
  readonly isHere: boolean;
  /** The tags of that memo, by which it is blurred; none where it is not here. */
  readonly tags: readonly string[];
}

/** The notifications that this device has kept. */
export interface Inbox {
  /** Newest first. */
  readonly items: readonly InboxItem[];
  /** When the server said so, epoch ms; null: it has not yet. */
  readonly loadedMs: number | null;
}

/**
 * The user's notifications, kept on this device. What is done to them holds here at once, and is sent
 * when the server can be reached.
 */
export interface AppInbox {
  list(): Promise<Inbox>;
  /** How many are not read. */
  unread(): Promise<number>;
  mark(ids: readonly string[], isRead: boolean): Promise<void>;
  /** Marks all that are kept here as read. Gives those that were not. */
  markAll(): Promise<string[]>;
  /** Takes some away; for half a minute `restore` brings them back. */
  remove(ids: readonly string[]): Promise<void>;
  /** False: it is too late for one of them. */
  restore(ids: readonly string[]): Promise<boolean>;
}
