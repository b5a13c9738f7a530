import type { MemoDerived, MemoFields } from "../../model/memo.ts";
import type { AttachmentView } from "./attachment-view.ts";
import type { UserReference } from "../../names/names.ts";

/** Everybody's reactions of one type to a memo. */
export interface ReactionView {
  readonly type: string;
  readonly count: number;
  /** One of them is the user's. */
  readonly isOwn: boolean;
  /** Usernames of the first others, ten at most. */
  readonly others: readonly string[];
}

/** A memo as the UI shows it. */
export interface MemoView extends MemoFields, MemoDerived {
  readonly id: string;
  /** Of its row on this device: memos of one moment stand in the order in which they came here. */
  readonly number: number;
  /** Resource name `users/<username>`. */
  readonly creator: UserReference;
  /** Username of whoever wrote it; null when that is the profile's user, who alone may change it. */
  readonly author: string | null;
  readonly parent: string | null;
  /** What its space is called; null where it is in none, or nobody knows. */
  readonly spaceTitle: string | null;
  readonly content: string;
  /** False while a change of this memo waits to be sent; true on a profile without a server. */
  readonly isSynced: boolean;
  /** Its text was merged with a concurrent edit from elsewhere, and nobody has looked yet. */
  readonly isMerged: boolean;
  /** In the order in which the first of each type came. */
  readonly reactions: readonly ReactionView[];
  /** In the memo's order. */
  readonly attachments: readonly AttachmentView[];
}

/** The beginning of a memo, with the tags that may blur it. */
export interface LinkedMemo {
  readonly id: string;
  readonly snippet: string;
  readonly tags: readonly string[];
}
