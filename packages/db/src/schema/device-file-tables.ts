/** Attachments whose content is always stored on the device. */
export interface AttachmentPinTable {
  attachment: string;
}

/** A device's own files that are to be uploaded. */
export interface BlobUploadTable {
  attachment: string;
  sha256: string;
  /** Address for the rest of the upload; `null` if it hasn't begun. */
  url: string | null;
  sent_bytes: number;
  attempts: number;
  error: string | null;
  at_ms: number;
}

/** Content that a device is to download. */
export interface BlobDownloadTable {
  sha256: string;
  /** Id of an attachment with this content. */
  attachment: string;
  size_bytes: number;
  attempts: number;
  /** Newer attachments are downloaded first. */
  order_ms: number;
  retry_ms: number;
}

/** Content that a device has downloaded or uploaded, and may evict. */
export interface BlobCacheTable {
  sha256: string;
  size_bytes: number;
  used_ms: number;
}

/** Thumbnails on a device. `small` is the hash of a thumbnail that is stored. */
export interface BlobThumbnailTable {
  sha256: string;
  attachment: string;
  small: string | null;
  small_bytes: number | null;
  attempts: number;
  order_ms: number;
  retry_ms: number;
}
