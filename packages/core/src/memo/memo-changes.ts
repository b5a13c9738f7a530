import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { MemoFields, MemoRecord } from "../model/memo.ts";
import type { WantedRelation } from "./relations.ts";

/** Changes to a memo. Absent fields stay unchanged. */
export type MemoChanges = Partial<Omit<MemoFields, "deletedMs">> & {
  readonly content?: string;
  /** Ids of all its attachments after the change, in order. */
  readonly attachments?: readonly string[];
  /** All its references after the change. */
  readonly relations?: readonly WantedRelation[];
  /** Sets the updateTime to now, even if nothing else changes. */
  readonly isTouched?: true;
};

/** Memo as stored in the transaction of a write. */
export interface CurrentMemo {
  readonly memo: MemoRecord;
  /** Returns the ids of its attachments, in order. */
  attachments(): Promise<readonly string[]>;
  /** Returns the ids of the referenced memos that the caller can read. */
  references(): Promise<readonly string[]>;
}

/**
 * Computes the changes inside the transaction from the stored memo. API clients send back fields that they
 * received, so only a comparison with the stored row shows which ones changed.
 */
export type PatchResolver = (current: CurrentMemo) => Promise<Result<MemoChanges, AppError>>;

export type WantedChanges = MemoChanges | PatchResolver;
