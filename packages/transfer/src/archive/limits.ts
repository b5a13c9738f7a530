/** Limits beyond which an archive is rejected as hostile. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Maximum size of one file, unpacked. */
  readonly entryBytes: number;
  /** Maximum size of all metadata, such as names, which is held in memory. */
  readonly listBytes: number;
  /** Maximum total size of all files, unpacked. */
  readonly totalBytes: number;
  /** Maximum compression ratio of a file that is larger than `freeBytes`. */
  readonly ratio: number;
  /** Unpacked size up to which any ratio is allowed: a long run of zeros is harmless. */
  readonly freeBytes: number;
}

export const defaultLimits: ArchiveLimits = {
  entries: 200_000,
  entryBytes: 2 * 1024 ** 3,
  listBytes: 256 * 1024 ** 2,
  totalBytes: 64 * 1024 ** 3,
  ratio: 200,
  freeBytes: 64 * 1024 ** 2,
};
