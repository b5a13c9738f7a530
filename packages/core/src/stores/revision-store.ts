import type { UserReference } from "../names/names.ts";

export interface RevisionRecord {
  readonly id: string;
  readonly memo: string;
  readonly content: string;
  readonly author: UserReference;
  readonly device: string;
  readonly reason: "edit" | "merge" | "overwrite" | "restore";
  readonly atMs: number;
}

/** Position of a revision whose text isn't read yet. */
export interface RevisionPlace {
  readonly id: string;
  /** Size of its text in UTF-8 bytes. */
  readonly bytes: number;
}

export interface RevisionStore {
  add(revision: RevisionRecord): Promise<void>;
  find(id: string): Promise<RevisionRecord | null>;
  /** Returns revisions newest first; `afterId` is the last one of the previous page. */
  listByMemo(memo: string, limit: number, afterId?: string): Promise<RevisionRecord[]>;
  /** Returns the same page without reading the texts. */
  places(memo: string, limit: number, afterId?: string): Promise<RevisionPlace[]>;
  /** Returns the revisions in no particular order; leaves out ids without one. */
  findMany(ids: readonly string[]): Promise<RevisionRecord[]>;
  /** Returns the newest revision without reading its text. */
  latest(memo: string): Promise<Pick<RevisionRecord, "id" | "atMs" | "reason"> | null>;
  removeByMemo(memo: string): Promise<void>;
  /**
   * Deletes up to `limit` revisions older than `beforeMs`, but none that is the last of its memo and UTC day.
   * Returns how many were deleted.
   */
  thin(beforeMs: number, limit: number): Promise<number>;
}
