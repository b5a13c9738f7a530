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

/** An earlier text that is not read yet. */
export interface RevisionPlace {
  readonly id: string;
  /** Of its text, in UTF-8. */
  readonly bytes: number;
}

export interface RevisionStore {
  add(revision: RevisionRecord): Promise<void>;
  find(id: string): Promise<RevisionRecord | null>;
  /** Newest first; `afterId` is the last one of the page before. */
  listByMemo(memo: string, limit: number, afterId?: string): Promise<RevisionRecord[]>;
  /** The same without reading their texts. */
  places(memo: string, limit: number, afterId?: string): Promise<RevisionPlace[]>;
  /** In no particular order; ids without a revision are left out. */
  findMany(ids: readonly string[]): Promise<RevisionRecord[]>;
  /** The newest one, without reading its text. */
  latest(memo: string): Promise<Pick<RevisionRecord, "id" | "atMs" | "reason"> | null>;
  removeByMemo(memo: string): Promise<void>;
  /**
   * Of revisions older than `beforeMs` keeps the last of each memo and UTC day, and drops up to
   * `limit` others. Returns how many went.
   */
  thin(beforeMs: number, limit: number): Promise<number>;
}
