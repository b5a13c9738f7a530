import type { Stamp } from "../../model/stamp.ts";
import type { MemoNoteKey, MetaFamily, MetaKey } from "./define-meta.ts";

/** Where the changes of a server's database stand. All of it is of one moment. */
export interface Standing {
  /** The number that was given last; 0 when none was. */
  readonly headSeq: number;
  /** No change has a newer stamp; null: none was noted yet. */
  readonly newestStamp: Stamp | null;
  /** The newest milestone of its lineage; null: it has none yet. */
  readonly milestone: string | null;
}

/** Named single values of the instance or profile (ADR 0048). */
export interface MetaStore {
  /** null where it is absent. Throws where what is kept cannot be read. */
  get<T>(key: MetaKey<T>): Promise<T | null>;
  /** What is kept of each key of a family, in no particular order. */
  all<T>(family: MetaFamily<T>): Promise<T[]>;
  /** null takes it away. */
  set<T>(key: MetaKey<T>, value: T | null): Promise<void>;
  /**
   * The next number of the change sequence, from 1, without gaps within committed transactions.
   * `newest` is noted as the newest stamp, unless a newer one was.
   */
  nextSeq(newest?: Stamp): Promise<number>;
  headSeq(): Promise<number>;
  standing(): Promise<Standing>;
  setMilestone(milestone: string): Promise<void>;
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
