import type { AttachmentRecord } from "../model/attachment.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoEntity } from "../model/memo.ts";
import type { WriteStores } from "./database.ts";
import type { ServerWriteStores } from "./server-database.ts";
import type { AttachmentOp } from "../merge/attachment-op.ts";
import type { Register } from "../merge/register.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import type { RegisterOp } from "../merge/register-op.ts";
import type { Scope } from "../model/scope.ts";
import type { Clash } from "../text/index.ts";

/** One committed change of one memo. `before` is null for a new memo, `after` is null for a purge. */
export interface MemoChange {
  readonly before: MemoEntity | null;
  readonly after: MemoEntity | null;
  readonly ops: readonly MemoOp[];
  readonly caller: Caller;
  /**
   * Reason for the text change. With `merge` and `overwrite` the author hadn't seen the text that was merged
   * or replaced.
   */
  readonly textReason: "edit" | "merge" | "overwrite" | "restore";
  /** For a merge: the other side's text, if known. */
  readonly otherText?: string | undefined;
  /** For a merge in which both sides replaced the same tokens: the readings, and which side's stayed. */
  readonly choices?: MergeChoices | undefined;
  readonly atMs: number;
  /** True for a change pushed by a device as the user typed it. Every other change is a separate write. */
  readonly isPushed?: boolean;
  /** True if the memo was created again under the id of a trashed one. To other users it is new. */
  readonly isRecreated?: boolean;
  /** True for a new memo with a generated id. Nothing can refer to the id yet, so lookups are skipped. */
  readonly isFreshId?: boolean;
}

export interface MergeChoices {
  /** `ours` is the replaced text, `theirs` the other side's. */
  readonly keeps: "ours" | "theirs";
  readonly clashes: readonly Clash[];
}

/** Change with the feed scopes of the memo before and after it. */
export interface FollowedChange extends MemoChange {
  readonly scopesBefore: ReadonlySet<Scope>;
  /** Empty after a purge. */
  readonly scopesAfter: ReadonlySet<Scope>;
  /** Files that a purged memo had. */
  readonly files?: readonly AttachmentRecord[];
}

/**
 * Called in the transaction of a change, once for each memo that was written or purged. Its writes commit or
 * roll back with the change. It isn't called for comments that only follow their parent's visibility.
 */
export type ChangeFollower = (stores: ServerWriteStores, change: FollowedChange) => Promise<void>;

/**
 * One committed change of one attachment. `before` is null for a new one, `after` is null for a removed one.
 */
export interface AttachmentChange {
  readonly before: AttachmentRecord | null;
  readonly after: AttachmentRecord | null;
  readonly op: AttachmentOp;
  readonly caller: Caller;
  readonly atMs: number;
}

/** Called in the transaction of each attachment change, after the row is written. */
export type AttachmentFollower = (
  stores: ServerWriteStores,
  change: AttachmentChange,
) => Promise<void>;

/** One committed change of a register. */
export interface RegisterChange {
  readonly before: Register | null;
  readonly after: Register;
  readonly op: RegisterOp;
  readonly atMs: number;
}

/** Records changes in the transaction that makes them. */
export interface Journal<Stores extends WriteStores = WriteStores> {
  /** Returns the seq to save the changed row with; `current` is the one it has. */
  nextSeq(stores: Stores, current: number): Promise<number>;
  /** Called once per change, after the row is saved. */
  record(stores: Stores, change: MemoChange): Promise<void>;
  /** Called once per change of an attachment, after the row is saved. */
  recordAttachment(stores: Stores, change: AttachmentChange): Promise<void>;
  /** Called once per change of a register, after the row is saved. */
  recordRegister(stores: Stores, change: RegisterChange): Promise<void>;
}
