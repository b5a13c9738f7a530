import type { LastEdit } from "../../memo/last-edit.ts";
import type { MemoDerived, MemoFields } from "../../model/memo.ts";
import type { AttachmentView } from "./attachment-view.ts";
import type { RefusalReason } from "../../sync/device/rejected/describe-refusal.ts";
import type { UserReference } from "../../names/names.ts";

/** All reactions of one type to a memo. */
export interface ReactionView {
  readonly type: string;
  readonly count: number;
  /** True if one of them is the user's. */
  readonly isOwn: boolean;
  /** Usernames of the first other users, ten at most. */
  readonly others: readonly string[];
}

/** Merge of a memo's text that the user hasn't seen. */
export interface MergeView {
  /** Name of the other device; "" if unknown. */
  readonly device: string;
  /** Places where both devices replaced the same text and the kept one still stands, in order. */
  readonly places: readonly MergePlace[];
}

export interface MergePlace {
  /** Its number among the places of the merge, for `takeReading`. */
  readonly index: number;
  /** Reading that stayed in the text. */
  readonly kept: string;
  /** Reading that is only in the history. */
  readonly other: string;
  /** Name of the device that wrote it; "" if unknown, `null` for this device. */
  readonly keptDevice: string | null;
  readonly otherDevice: string | null;
}

/** Memo of which the server refused the text as it is here, or which it removed for good (R12). */
export interface UnsentMemo {
  /** Number of its entry among the refused operations. */
  readonly n: number;
  readonly why: RefusalReason;
  /** The server's size limit, if the text is larger; otherwise `null`. */
  readonly limitBytes: number | null;
  /** True if the server has an older version, and shows that to the other devices. */
  readonly isOnServer: boolean;
  /** True while it is being sent again. */
  readonly isAgain: boolean;
}

/** Memo as the UI shows it. */
export interface MemoView extends MemoFields, MemoDerived {
  readonly id: string;
  /** Number of its row on this device, which orders memos with equal times by arrival. */
  readonly number: number;
  /** Resource name `users/<username>`. */
  readonly creator: UserReference;
  /** Username of the author; `null` for the profile's user, the only one who may edit it. */
  readonly author: string | null;
  readonly parent: string | null;
  /** Title of its space; `null` if it is in none or the title is unknown. */
  readonly spaceTitle: string | null;
  readonly content: string;
  /** False while a change of this memo is unsent; true on a profile without a server. */
  readonly isSynced: boolean;
  /** Reason why its text isn't on the server and won't be without its writer; `null` if there is none. */
  readonly unsent: UnsentMemo | null;
  /**
   * True if its text was merged with a concurrent edit from another device and the user hasn't seen it yet.
   */
  readonly isMerged: boolean;
  /** Last change of its text or files; null if there is none. */
  readonly edit: LastEdit | null;
  /** Details of that merge; absent if there is none. */
  readonly merge?: MergeView;
  /** Sorted by the first reaction of each type. */
  readonly reactions: readonly ReactionView[];
  /** Sorted as in the memo. */
  readonly attachments: readonly AttachmentView[];
}

/** Start of a memo, with the tags that may blur it. */
export interface LinkedMemo {
  readonly id: string;
  readonly snippet: string;
  readonly tags: readonly string[];
}
