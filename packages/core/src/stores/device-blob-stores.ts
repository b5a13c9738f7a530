/** A file of this device's user that waits to be sent, by its attachment. */
export interface BlobUpload {
  readonly attachment: string;
  readonly sha256: string;
  /** Where the server takes the rest; null: not begun. */
  readonly url: string | null;
  /** How much of it the server had when it last said so. */
  readonly sentBytes: number;
  /** How often all of it arrived, and broken. */
  readonly attempts: number;
  /** Why it has not arrived yet, in words. */
  readonly error: string | null;
  readonly atMs: number;
}

/** What waits to be sent before an attachment may be enqueued. */
export interface BlobUploadStore {
  find(attachment: string): Promise<BlobUpload | null>;
  /** Oldest first. */
  list(limit: number): Promise<BlobUpload[]>;
  count(): Promise<number>;
  /** Adds or replaces. */
  save(upload: BlobUpload): Promise<void>;
  remove(attachment: string): Promise<void>;
}

export interface BlobDownload {
  readonly sha256: string;
  /** An attachment that has it. */
  readonly attachment: string;
  readonly sizeBytes: number;
  readonly attempts: number;
  /** What comes first: the higher. */
  readonly orderMs: number;
  /** Not before. */
  readonly retryMs: number;
}

/** What is put off until then is not asked for again. */
export const neverMs = Number.MAX_SAFE_INTEGER;

/** When it is asked what is due, in epoch milliseconds. */
export interface RetryTime {
  readonly nowMs: number;
  /** Nothing is put off further than until then, but by a clock that was ahead: that is due too. */
  readonly latestMs: number;
}

/** What a device is to fetch by itself. */
export interface BlobDownloadStore {
  /** Adds, unless the content is in the list already. */
  add(download: BlobDownload): Promise<void>;
  /** What is due, newest attachments first. */
  due(now: RetryTime, limit: number): Promise<BlobDownload[]>;
  postpone(sha256: string, retryMs: number): Promise<void>;
  remove(sha256: string): Promise<void>;
}

/** A picture of which a device is to have a small version, by its content. */
export interface WantedThumbnail {
  readonly sha256: string;
  /** An attachment that has it. */
  readonly attachment: string;
  readonly attempts: number;
}

/** A small version, by its own content. */
export interface Thumbnail {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Small versions of pictures whose content is not here, each content of its own in the blob store. */
export interface ThumbnailStore {
  /** Adds one to be fetched, unless it is here or in the list; `orderMs`: the higher comes first. */
  want(picture: Omit<WantedThumbnail, "attempts"> & { readonly orderMs: number }): Promise<void>;
  due(now: RetryTime, limit: number): Promise<WantedThumbnail[]>;
  postpone(sha256: string, retryMs: number): Promise<void>;
  /** Notes the small version, which is here. */
  save(sha256: string, small: Thumbnail): Promise<void>;
  /** The small versions by the hash of the picture. */
  among(pictures: readonly string[]): Promise<ReadonlyMap<string, Thumbnail>>;
  /** Takes out pictures, and what has one of these as its small version. */
  remove(hashes: readonly string[]): Promise<void>;
}

/** What the content takes that a device need not be the last to have, bytes. */
export interface BlobCacheUsage {
  readonly totalBytes: number;
  /** Of it what is pinned. */
  readonly pinnedBytes: number;
  /** Of it what `evictable` lists. */
  readonly evictableBytes: number;
}

/** Content that came from the server or is there too, and may be dropped when there is too much. */
export interface BlobCacheStore {
  /** Adds, or counts as used now. */
  note(sha256: string, sizeBytes: number, usedMs: number): Promise<void>;
  /** Counts as used what is in the cache; what waits to be sent is not. */
  touch(sha256: string, usedMs: number): Promise<void>;
  totalBytes(): Promise<number>;
  usage(): Promise<BlobCacheUsage>;
  /** Least recently used first, without small versions, and what is pinned or waits to be sent. */
  evictable(limit: number): Promise<{ readonly sha256: string; readonly sizeBytes: number }[]>;
  remove(sha256: string): Promise<void>;
  /** Keeps an attachment's content, or lets it go again. */
  pin(attachment: string, isPinned: boolean): Promise<void>;
  /** Those of the attachments that are pinned. */
  pinnedAmong(attachments: readonly string[]): Promise<ReadonlySet<string>>;
}
