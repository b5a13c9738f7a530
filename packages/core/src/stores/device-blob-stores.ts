/** Upload of a file of this device's user, pending or in progress. Keyed by attachment. */
export interface BlobUpload {
  readonly attachment: string;
  readonly sha256: string;
  /** URL that accepts the remaining bytes; `null` until the upload has started. */
  readonly url: string | null;
  /** Number of bytes the server had received at its last report. */
  readonly sentBytes: number;
  /** Number of times the complete upload arrived corrupted. */
  readonly attempts: number;
  /** Human-readable reason why the upload hasn't succeeded yet. */
  readonly error: string | null;
  readonly atMs: number;
}

/** Files that must be uploaded before their attachment may be enqueued. */
export interface BlobUploadStore {
  find(attachment: string): Promise<BlobUpload | null>;
  /** Returns the uploads, oldest first. */
  list(limit: number): Promise<BlobUpload[]>;
  count(): Promise<number>;
  /** Inserts or replaces. */
  save(upload: BlobUpload): Promise<void>;
  remove(attachment: string): Promise<void>;
}

export interface BlobDownload {
  readonly sha256: string;
  /** Id of an attachment with this content. */
  readonly attachment: string;
  readonly sizeBytes: number;
  readonly attempts: number;
  /** Priority; higher values are downloaded first. */
  readonly orderMs: number;
  /** Earliest time of the next attempt. */
  readonly retryMs: number;
}

/** Retry time of thumbnails that are never requested again. */
export const neverMs = Number.MAX_SAFE_INTEGER;

/** Times that decide which downloads are due, in epoch milliseconds. */
export interface RetryTime {
  readonly nowMs: number;
  /**
   * Latest retry time that can be valid. A later one was set by a fast clock, so that download is due too.
   */
  readonly latestMs: number;
}

/** Queue of files that the device downloads automatically. */
export interface BlobDownloadStore {
  /** Adds a download unless the content is already queued. */
  add(download: BlobDownload): Promise<void>;
  /** Returns due downloads, newest attachments first. */
  due(now: RetryTime, limit: number): Promise<BlobDownload[]>;
  postpone(sha256: string, retryMs: number): Promise<void>;
  remove(sha256: string): Promise<void>;
}

/** Picture whose thumbnail the device should download, keyed by its content. */
export interface WantedThumbnail {
  readonly sha256: string;
  /** Id of an attachment with this content. */
  readonly attachment: string;
  readonly attempts: number;
}

/** Stored thumbnail, keyed by its own content. */
export interface Thumbnail {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Thumbnails of pictures whose content isn't on the device. Each thumbnail is a separate blob in the blob
 * store.
 */
export interface ThumbnailStore {
  /** Queues a thumbnail unless it is stored or queued already. Higher `orderMs` is downloaded first. */
  want(picture: Omit<WantedThumbnail, "attempts"> & { readonly orderMs: number }): Promise<void>;
  due(now: RetryTime, limit: number): Promise<WantedThumbnail[]>;
  postpone(sha256: string, retryMs: number): Promise<void>;
  /** Records a thumbnail that is in the blob store. */
  save(sha256: string, small: Thumbnail): Promise<void>;
  /** Returns the thumbnails by hash of the picture. */
  among(pictures: readonly string[]): Promise<ReadonlyMap<string, Thumbnail>>;
  /** Removes the given pictures, and pictures whose thumbnail has one of the hashes. */
  remove(hashes: readonly string[]): Promise<void>;
}

/** Size of the blob cache, in bytes. */
export interface BlobCacheUsage {
  readonly totalBytes: number;
  /** Part of `totalBytes` that is pinned. */
  readonly pinnedBytes: number;
  /** Part of `totalBytes` that `evictable` lists. */
  readonly evictableBytes: number;
}

/** Cached content that the server has too. It may be evicted to free space. */
export interface BlobCacheStore {
  /** Adds content, or updates its size and time of last use. */
  note(sha256: string, sizeBytes: number, usedMs: number): Promise<void>;
  /** Updates the time of last use if the content is cached. Content that is still to be uploaded isn't. */
  touch(sha256: string, usedMs: number): Promise<void>;
  totalBytes(): Promise<number>;
  usage(): Promise<BlobCacheUsage>;
  /**
   * Returns content least recently used first. Leaves out thumbnails, pinned content and content that is
   * still to be sent.
   */
  evictable(limit: number): Promise<{ readonly sha256: string; readonly sizeBytes: number }[]>;
  remove(sha256: string): Promise<void>;
  /** Pins or unpins an attachment's content. */
  pin(attachment: string, isPinned: boolean): Promise<void>;
  /** Returns the given attachments that are pinned. */
  pinnedAmong(attachments: readonly string[]): Promise<ReadonlySet<string>>;
}
