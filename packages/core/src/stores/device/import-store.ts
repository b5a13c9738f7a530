/** Import run, stored from its start. */
export interface ImportRun {
  readonly id: string;
  /** Human-readable description of the source. */
  readonly label: string;
  readonly startedMs: number;
  /** `begun`: running or interrupted. */
  readonly state: "begun" | "done" | "undone";
}

/** Import run in a list, with the number of memos it created that weren't undone. */
export interface ListedRun extends ImportRun {
  readonly memos: number;
}

/**
 * Record of an imported memo. It stores only hashes of the source, because the record outlives the memo and
 * must not contain its text (A26).
 */
export interface ImportedMemo {
  /** Format of the source. */
  readonly format: string;
  /** Identifies a source among those of the same format. */
  readonly source: string;
  /** Identifies the memo within the source. */
  readonly key: string;
  /** Hash of the memo at the source. */
  readonly digest: string;
  readonly run: string;
  /** Id of the memo on this device. */
  readonly memo: string;
  /** Ids of its attachments. */
  readonly files: readonly string[];
  /**
   * `begun`: its files are being imported and the memo isn't stored yet. `made`: the memo is stored; memos it
   * refers to may not be. `done`: complete.
   */
  readonly state: "begun" | "made" | "done";
  /** `updateTime` of the memo after the import. Another value means that it was edited since. */
  readonly updatedMs: number;
}

/** Records of what was imported on this device. */
export interface ImportStore {
  /** Inserts or replaces. */
  saveRun(run: ImportRun): Promise<void>;
  findRun(id: string): Promise<ImportRun | null>;
  /** Returns the runs, newest first. */
  runs(limit: number): Promise<ListedRun[]>;
  /** Inserts or replaces. */
  save(imported: ImportedMemo): Promise<void>;
  /** Returns the imported memos of a source by key. */
  among(
    source: Pick<ImportedMemo, "format" | "source">,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ImportedMemo>>;
  /** Returns the same memos from any source of the format, by key. */
  alike(
    format: string,
    memos: readonly Pick<ImportedMemo, "key" | "digest">[],
  ): Promise<ReadonlyMap<string, ImportedMemo>>;
  /** Returns the memos a run created, last first, starting before `before` (null: from the last one). */
  ofRun(run: string, before: string | null, limit: number): Promise<ImportedMemo[]>;
  /** Sets the state of these memos to `done`. */
  settle(memos: readonly string[]): Promise<void>;
  remove(imported: Pick<ImportedMemo, "format" | "source" | "key">): Promise<void>;
}
