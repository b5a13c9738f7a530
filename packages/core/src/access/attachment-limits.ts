/** Limits that the administrator of an instance can change. */
export interface AttachmentLimits {
  /** Maximum size of a file in bytes. */
  readonly uploadBytes: number;
  /** Maximum total size of a user's files in bytes; 0 for no limit. */
  readonly quotaBytesPerUser: number;
  /** Throws a `StorageError` if the disk has no space for that many bytes. Absent: no check. */
  readonly requireRoom?: (bytes: number) => void;
}

export const defaultAttachmentLimits: AttachmentLimits = {
  uploadBytes: 64 * 1024 * 1024,
  quotaBytesPerUser: 0,
};

/** Maximum number of attachments per memo. Bounds the response for one memo. */
export const maxAttachmentsPerMemo = 1000;
