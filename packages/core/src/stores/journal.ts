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

/** One committed change of one memo. `before` null: it is new; `after` null: it was purged. */
export interface MemoChange {
  readonly before: MemoEntity | null;
  readonly after: MemoEntity | null;
  readonly ops: readonly MemoOp[];
  readonly caller: Caller;
  /** Whether the new text replaced or merged with one that its author had not seen. */
  readonly textReason: "edit" | "merge" | "overwrite" | "restore";
  /** Of a merge: the text that the other side had made, where it is known. */
  readonly otherText?: string | undefined;
  readonly atMs: number;
  /** True for what a device has pushed, as it was typed; everything else is a write of its own. */
  readonly isPushed?: boolean;
  /** A memo that began again under the id of one in the trash: to others it is a new one. */
  readonly isRecreated?: boolean;
  /** A new memo whose id was made for it: nothing has ever named it, and nothing is looked for. */
  readonly isFreshId?: boolean;
}

/** A change with the feed's scopes that the memo was in before it, and is in after it. */
export interface FollowedChange extends MemoChange {
  readonly scopesBefore: ReadonlySet<Scope>;
  /** Empty after a purge. */
  readonly scopesAfter: ReadonlySet<Scope>;
  /** After a purge: the files that the memo had. */
  readonly files?: readonly AttachmentRecord[];
}

/**
 * Called in the transaction of a change, once for each memo that was written or purged: what it
 * writes commits with the change or not at all. Comments that only follow their parent's visibility
 * are not told of.
 */
export type ChangeFollower = (stores: ServerWriteStores, change: FollowedChange) => Promise<void>;

/** One committed change of one attachment. `before` null: it is new; `after` null: it was removed. */
export interface AttachmentChange {
  readonly before: AttachmentRecord | null;
  readonly after: AttachmentRecord | null;
  readonly op: AttachmentOp;
  readonly caller: Caller;
  readonly atMs: number;
}

/** Called in the transaction of each change of an attachment, once it is written. */
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

/** Keeps account of changes in the transaction that makes them. */
export interface Journal<Stores extends WriteStores = WriteStores> {
  /** The seq that the changed row is saved with; `current` is the one it has. */
  nextSeq(stores: Stores, current: number): Promise<number>;
  /** Called once per change, after the row is saved. */
  record(stores: Stores, change: MemoChange): Promise<void>;
  /** The same for an attachment. */
  recordAttachment(stores: Stores, change: AttachmentChange): Promise<void>;
  /** The same for what users keep for themselves. */
  recordRegister(stores: Stores, change: RegisterChange): Promise<void>;
}
