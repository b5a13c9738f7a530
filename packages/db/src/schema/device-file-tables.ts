/** Attachments whose content stays on the device. */
export interface AttachmentPinTable {
  attachment: string;
}

/** A device's own files that wait to be sent. */
export interface BlobUploadTable {
  attachment: string;
  sha256: string;
  /** Where the server takes the rest; null: not begun. */
  url: string | null;
  sent_bytes: number;
  attempts: number;
  error: string | null;
  at_ms: number;
}

/** Content that a device is to fetch. */
export interface BlobDownloadTable {
  sha256: string;
  /** An attachment that has it. */
  attachment: string;
  size_bytes: number;
  attempts: number;
  /** Newer attachments come first. */
  order_ms: number;
  retry_ms: number;
}

/** Content that a device has fetched or sent, and may drop when it has too much. */
export interface BlobCacheTable {
  sha256: string;
  size_bytes: number;
  used_ms: number;
}

/** Small versions of pictures on a device: `small` is the hash of one that is there. */
export interface BlobThumbnailTable {
  sha256: string;
  attachment: string;
  small: string | null;
  small_bytes: number | null;
  attempts: number;
  order_ms: number;
  retry_ms: number;
}
