import type { Result } from "../../error/result.ts";

/** Bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobTooLarge {
  readonly type: "blob-too-large";
  readonly maxBytes: number;
}

/** Received content without a hash yet. Disposing deletes it unless it was stored with `keep`. */
export interface StagedBlob extends AsyncDisposable {
  readonly sizeBytes: number;
  /** Reads bytes. Returns fewer than requested at the end, none beyond it. */
  read(start: number, length: number): Promise<Uint8Array>;
  /** Overwrites existing bytes; the length never changes. */
  overwrite(start: number, bytes: Uint8Array): Promise<void>;
  /** Returns the SHA-256 of the current content, in hex. */
  sha256(): Promise<string>;
  /** Stores the content under its hash. Content that is already stored isn't duplicated. */
  keep(): Promise<{ readonly sha256: string }>;
}

/**
 * Storage for the content of attachments, by SHA-256 (docs/sync.md §8). Content is written once and never
 * changed; a crash leaves all of it or nothing. Backed by a folder or an object store.
 */
export interface BlobStore {
  /** Streams content to a staging area without buffering it whole. Stops reading if it is too large. */
  stage(
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<Result<StagedBlob, BlobTooLarge>>;
  /** Opens content, or a range within it; null if it isn't stored. */
  open(sha256: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>;
  has(sha256: string): Promise<boolean>;
  /** Returns the length of the content in bytes; null if it isn't stored. */
  size(sha256: string): Promise<number | null>;
  /** Marks content as stored just now, because it is about to be used. Returns false if it isn't stored. */
  refresh(sha256: string): Promise<boolean>;
  /** Yields the hashes of all stored content, in no particular order. */
  list(): AsyncIterable<string>;
  /**
   * Removes content unless it was stored again since `storedBeforeMs`. Returns false if it stays or is missing.
   */
  remove(sha256: string, storedBeforeMs: number): Promise<boolean>;
}
