/** Limits of an instance that its administrator may change. */
export interface AttachmentLimits {
  /** Largest file, bytes. */
  readonly uploadBytes: number;
  /** What all files of one user may take together, bytes; 0: no limit. */
  readonly quotaBytesPerUser: number;
  /** Throws a `StorageError` where the disk has no room for so many more bytes; absent: it has. */
  readonly requireRoom?: (bytes: number) => void;
}

export const defaultAttachmentLimits: AttachmentLimits = {
  uploadBytes: 64 * 1024 * 1024,
  quotaBytesPerUser: 0,
};

/** More than anybody looks through; keeps the answer of one memo bounded. */
export const maxAttachmentsPerMemo = 1000;
