import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { MemoFields, MemoRecord } from "../model/memo.ts";
import type { WantedRelation } from "./relations.ts";

/** What may change in a memo. A field that is absent stays. */
export type MemoChanges = Partial<Omit<MemoFields, "deletedMs">> & {
  readonly content?: string;
  /** Ids of the attachments that it has from now on, in order, and no others. */
  readonly attachments?: readonly string[];
  /** References that it has from now on, and no others. */
  readonly relations?: readonly WantedRelation[];
  /** Moves its updateTime to now, whatever else changes or does not. */
  readonly isTouched?: true;
};

/** A memo as it is in the transaction of a write. */
export interface CurrentMemo {
  readonly memo: MemoRecord;
  /** Ids of its attachments, in order. */
  attachments(): Promise<readonly string[]>;
  /** Ids of the memos that it refers to, of those that the caller can read. */
  references(): Promise<readonly string[]>;
}

/**
 * Works out the changes inside the transaction, from the memo as it is stored. A client of the API sends
 * back fields that it was served, so which of them changed is known only beside the stored row.
 */
export type PatchResolver = (current: CurrentMemo) => Promise<Result<MemoChanges, AppError>>;

export type WantedChanges = MemoChanges | PatchResolver;
