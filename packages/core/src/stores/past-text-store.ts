/** A text that was replaced. */
export interface PastText {
  readonly memo: string;
  /** SHA-256 of the content, hex. */
  readonly sha: string;
  readonly content: string;
  readonly atMs: number;
  /** Whether a client was given it with its ETag, and may come back with it. */
  readonly isServed: boolean;
}

/**
 * Texts that were replaced lately, for merges that start from what a client has seen. Of each memo
 * the newest few are kept, those that were served apart from the others.
 */
export interface PastTextStore {
  keep(text: PastText): Promise<void>;
  /** The content whose hash begins with `sha`. */
  find(memo: string, sha: string): Promise<string | null>;
  removeBefore(ms: number, limit: number): Promise<number>;
  removeByMemo(memo: string): Promise<void>;
}

/** A document that was renewed, as it ended. */
export interface EndedDocument {
  readonly memo: string;
  readonly gen: number;
  /** A Yjs update of the whole document. */
  readonly state: Uint8Array;
  readonly atMs: number;
}

/** What late edits of renewed documents are rebased from. Of each memo the newest few are kept. */
export interface EndedDocumentStore {
  keep(ended: EndedDocument): Promise<void>;
  /** Its state. */
  find(memo: string, gen: number): Promise<Uint8Array | null>;
  removeBefore(ms: number, limit: number): Promise<number>;
  removeByMemo(memo: string): Promise<void>;
}
