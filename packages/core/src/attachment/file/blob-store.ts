import type { Result } from "../../error/result.ts";

/** Bytes `start` up to, and without, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobTooLarge {
  readonly type: "blob-too-large";
  readonly maxBytes: number;
}

/** Content that has arrived and has no name yet. Disposing it drops it, unless it was kept. */
export interface StagedBlob extends AsyncDisposable {
  readonly sizeBytes: number;
  /** Fewer bytes than asked for at the end, none beyond it. */
  read(start: number, length: number): Promise<Uint8Array>;
  /** Writes over bytes that are there; the length never changes. */
  overwrite(start: number, bytes: Uint8Array): Promise<void>;
  /** The hash of the content as it is now, hex. */
  sha256(): Promise<string>;
  /** Puts the content where it stays, under its hash; content that is there already is kept once. */
  keep(): Promise<{ readonly sha256: string }>;
}

/**
 * Where the content of attachments lies, by SHA-256 (docs/sync.md §8). Content is written once and
 * never changed; a crash leaves all of it or nothing. A folder or an object store can be behind it.
 */
export interface BlobStore {
  /** Takes content in as it comes, never whole in memory, and stops reading when it is too large. */
  stage(
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<Result<StagedBlob, BlobTooLarge>>;
  /** null when it is not there. The range lies within the content. */
  open(sha256: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>;
  has(sha256: string): Promise<boolean>;
  /** Returns the length of the content in bytes; null when it is not there. */
  size(sha256: string): Promise<number | null>;
  /** Counts content as kept anew, because it is about to be used. False when it is not there. */
  refresh(sha256: string): Promise<boolean>;
  /** The hashes of everything that is kept, in no particular order. */
  list(): AsyncIterable<string>;
  /** Removes content unless it was kept again since `keptBeforeMs`. False when it stays or is gone. */
  remove(sha256: string, keptBeforeMs: number): Promise<boolean>;
}
