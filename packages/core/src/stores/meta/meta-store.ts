import type { Stamp } from "../../model/stamp.ts";
import type { MemoNoteKey, MetaFamily, MetaKey } from "./define-meta.ts";

/** Position of a server's database in its history. All fields are of the same moment. */
export interface ChangePosition {
  /** Last assigned seq; 0 if none was. */
  readonly headSeq: number;
  /** Newest stamp of all changes; null if none was recorded yet. */
  readonly newestStamp: Stamp | null;
  /** Newest milestone of the database's lineage; null if it has none yet. */
  readonly milestone: string | null;
}

/** Named single values of the instance or profile (ADR 0048). */
export interface MetaStore {
  /** Returns null if absent. Throws if the stored text is invalid. */
  get<T>(key: MetaKey<T>): Promise<T | null>;
  /** Returns the stored values of a family's keys, in no particular order. */
  all<T>(family: MetaFamily<T>): Promise<T[]>;
  /** Returns the stored values of a family by the argument of their keys, in no particular order. */
  entries<T>(family: MetaFamily<T>): Promise<ReadonlyMap<string, T>>;
  /** Stores a value; null deletes it. */
  set<T>(key: MetaKey<T>, value: T | null): Promise<void>;
  /**
   * Returns the next number of the change sequence, starting at 1, without gaps within committed
   * transactions. Stores `newest` as the newest stamp unless a newer one is stored.
   */
  nextSeq(newest?: Stamp): Promise<number>;
  headSeq(): Promise<number>;
  changePosition(): Promise<ChangePosition>;
  setMilestone(milestone: string): Promise<void>;
}

/** Notes on single memos. They are deleted with the memo's row, however it is deleted (ADR 0048). */
export interface MemoNoteStore {
  /** Returns the notes of the given memos by memo. Leaves out memos without a note. */
  among<T>(key: MemoNoteKey<T>, memos: readonly string[]): Promise<ReadonlyMap<string, T>>;
  /** Returns the notes of several keys as `among` does, in order of the keys. */
  amongAll<T extends readonly unknown[]>(
    keys: { readonly [K in keyof T]: MemoNoteKey<T[K]> },
    memos: readonly string[],
  ): Promise<{ readonly [K in keyof T]: ReadonlyMap<string, T[K]> }>;
  /** Returns the notes of all memos in order of id, starting after `memo`. */
  after<T>(
    key: MemoNoteKey<T>,
    memo: string,
    limit: number,
  ): Promise<readonly (readonly [memo: string, note: T])[]>;
  /** Deletes the notes of all memos. */
  clear<T>(key: MemoNoteKey<T>): Promise<void>;
  /** Stores a note; null deletes it. Does nothing if the memo doesn't exist. */
  set<T>(key: MemoNoteKey<T>, memo: string, value: T | null): Promise<void>;
}
