/** An import, from its beginning on. */
export interface ImportRun {
  readonly id: string;
  /** What was read, in words for people. */
  readonly label: string;
  readonly startedMs: number;
  /** `begun`: it was broken off, or goes on. */
  readonly state: "begun" | "done" | "undone";
}

/**
 * What is remembered of a memo that was imported. Of its source there are hashes alone: what is
 * remembered outlives the memo, and holds no word of it (A26).
 */
export interface ImportedMemo {
  /** The way in which the source was written. */
  readonly format: string;
  /** What sets one source of that format apart from another. */
  readonly source: string;
  /** Which memo of the source it is. */
  readonly key: string;
  /** What the memo was there. */
  readonly digest: string;
  readonly run: string;
  /** Id of the memo here. */
  readonly memo: string;
  /** Ids of its attachments. */
  readonly files: readonly string[];
  /**
   * `begun`: its files are being brought, and it is not there yet. `made`: it is there, and what it
   * refers to may not be. `done`: nothing is left to do.
   */
  readonly state: "begun" | "made" | "done";
  /** Its updateTime as the import left it: another one says that it was edited since. */
  readonly updatedMs: number;
}

/** What was imported into this device. */
export interface ImportStore {
  /** Adds or replaces. */
  saveRun(run: ImportRun): Promise<void>;
  findRun(id: string): Promise<ImportRun | null>;
  /** Newest first. */
  runs(limit: number): Promise<ImportRun[]>;
  /** Adds or replaces. */
  save(imported: ImportedMemo): Promise<void>;
  /** Those of a source, by key. */
  among(
    source: Pick<ImportedMemo, "format" | "source">,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ImportedMemo>>;
  /** The same memos of whatever source of the format, by key. */
  alike(
    format: string,
    memos: readonly Pick<ImportedMemo, "key" | "digest">[],
  ): Promise<ReadonlyMap<string, ImportedMemo>>;
  /** What a run made, last first, before `before` (null: from the last on). */
  ofRun(run: string, before: string | null, limit: number): Promise<ImportedMemo[]>;
  /** Nothing is left to do for these memos. */
  settle(memos: readonly string[]): Promise<void>;
  remove(imported: Pick<ImportedMemo, "format" | "source" | "key">): Promise<void>;
}
