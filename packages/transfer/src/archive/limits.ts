/** What an archive may hold before it is taken for one that is made to do harm. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Of one file, unpacked. */
  readonly entryBytes: number;
  /** Of all that is said of the files: their names, and what stands beside those. It is held in memory. */
  readonly listBytes: number;
  /** Of all files together, unpacked. */
  readonly totalBytes: number;
  /** How many times larger a file may get by unpacking, once it is larger than `freeBytes`. */
  readonly ratio: number;
  /** Up to this size a file may unpack from nothing: a long row of zeros is no harm. */
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
