import type { MemoNoteKey, MetaFamily, MetaKey } from "./define-meta.ts";

/** Named single values of the instance or profile (ADR 0048). */
export interface MetaStore {
  /** null where it is absent. Throws where what is kept cannot be read. */
  get<T>(key: MetaKey<T>): Promise<T | null>;
  /** What is kept of each key of a family, in no particular order. */
  all<T>(family: MetaFamily<T>): Promise<T[]>;
  /** null takes it away. */
  set<T>(key: MetaKey<T>, value: T | null): Promise<void>;
  /** The next number of the change sequence, from 1, without gaps within committed transactions. */
  nextSeq(): Promise<number>;
  headSeq(): Promise<number>;
}

/** What is noted of single memos. It goes with the memo's row, however that is removed (ADR 0048). */
export interface MemoNoteStore {
  /** The notes of those that have one, by memo. */
  among<T>(key: MemoNoteKey<T>, memos: readonly string[]): Promise<ReadonlyMap<string, T>>;
  /** The notes of all memos, in order of id, after one. */
  after<T>(
    key: MemoNoteKey<T>,
    memo: string,
    limit: number,
  ): Promise<readonly (readonly [memo: string, note: T])[]>;
  /** Takes the notes of all memos away. */
  clear<T>(key: MemoNoteKey<T>): Promise<void>;
  /** null takes the note away. Of a memo that is not there nothing is noted. */
  set<T>(key: MemoNoteKey<T>, memo: string, value: T | null): Promise<void>;
}
