/** Text of a memo that was replaced. */
export interface PastText {
  readonly memo: string;
  /** SHA-256 of the content, hex. */
  readonly sha: string;
  readonly content: string;
  readonly atMs: number;
  /** True if a client received it with its ETag and may send an edit based on it. */
  readonly isServed: boolean;
}

/**
 * Recently replaced texts, used as merge bases for edits from clients. The newest few of each memo are
 * stored, and served ones are counted separately.
 */
export interface PastTextStore {
  keep(text: PastText): Promise<void>;
  /** Returns the content whose hash begins with `sha`. */
  find(memo: string, sha: string): Promise<string | null>;
  /** Returns all contents of a memo, newest first. */
  newest(memo: string): Promise<string[]>;
  removeBefore(ms: number, limit: number): Promise<number>;
  removeByMemo(memo: string): Promise<void>;
}

/** Final state of a document that was renewed. */
export interface EndedDocument {
  readonly memo: string;
  readonly gen: number;
  /** A Yjs update of the whole document. */
  readonly state: Uint8Array;
  readonly atMs: number;
}

/** Ended documents, from which late edits are rebased. The newest few of each memo are stored. */
export interface EndedDocumentStore {
  keep(ended: EndedDocument): Promise<void>;
  /** Returns the state of the document. */
  find(memo: string, gen: number): Promise<Uint8Array | null>;
  removeBefore(ms: number, limit: number): Promise<number>;
  removeByMemo(memo: string): Promise<void>;
}
