import { statfs } from "node:fs/promises";
import { StorageError } from "@tidemark/core";

/**
 * Space reserved for signing in, deleting and upkeep once content is refused. SQLite's log may take 16 MiB,
 * and moving it into the database the same again.
 */
const reserveBytes = 64 * 1024 * 1024;
const lookEveryMs = 1000;
/** Free space below which each write measures again, because it could be used up within a second. */
const plentyBytes = 4 * reserveBytes;

/** Content by storage: texts of memos in the database, or files of attachments. */
type Content = "texts" | "files";

/** Folder for content. `name` is its label in metrics. */
export interface DiskPlace {
  readonly name: "data" | "files";
  readonly folder: string;
  readonly holds: Content;
}

/** Free space on the disks of an instance, as last measured. */
export interface DiskSpace {
  /**
   * Measures again, or returns null if that was done within the last second and there is plenty of space.
   * Never rejects.
   */
  look(): Promise<void> | null;
  /** True if one of the disks has only its reserve left. */
  isShort(): boolean;
  /** Returns the free space in bytes. Places that can't be measured are omitted. */
  free(): readonly { readonly name: DiskPlace["name"]; readonly bytes: number }[];
  /** Throws a `StorageError` if content of this size would use the reserve. */
  requireRoom(content: Content, bytes?: number): void;
}

interface DiskSpaceOptions {
  /** Returns the free bytes on the disk of a folder. */
  readonly measure?: (folder: string) => Promise<number>;
  /** Lifetime of a measurement in ms. */
  readonly everyMs?: number;
}

export function createDiskSpace(
  places: readonly DiskPlace[],
  { measure = measureDisk, everyMs = lookEveryMs }: DiskSpaceOptions = {},
): DiskSpace {
  /** Free bytes. */
  const measured = new Map<DiskPlace, number>();
  let nextMs = 0;
  let looking: Promise<void> | null = null;

  async function measureAll(): Promise<void> {
    for (const place of places) {
      const found = await measure(place.folder).catch(() => null);
      if (found === null) measured.delete(place);
      else measured.set(place, found);
    }
    const isNear = [...measured.values()].some((free) => free < plentyBytes);
    nextMs = performance.now() + (isNear ? 0 : everyMs);
    looking = null;
  }
  const isShortOf = (place: DiskPlace, bytes = 0): boolean => {
    const free = measured.get(place);
    return free !== undefined && free - bytes < reserveBytes;
  };
  return {
    look: () => (performance.now() < nextMs ? null : (looking ??= measureAll())),
    isShort: () => places.some((place) => isShortOf(place)),
    free: () => [...measured].map(([{ name }, bytes]) => ({ name, bytes })),
    requireRoom(content, bytes) {
      if (places.some((place) => place.holds === content && isShortOf(place, bytes))) {
        throw new StorageError("disk-full", null);
      }
    },
  };
}

async function measureDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns a `StorageError` if the disk is full, or null for other errors. */
export function diskFullError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error.fault === "disk-full" ? error : null;
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT" ? new StorageError("disk-full", error) : null;
}

/** True if an error or one of its causes is due to a disk that is full or can't be written. */
export function isDiskError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (diskFullError(error) !== null) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^SQLITE_(?:FULL|IOERR)/.test(code)) return true;
  if (error instanceof SuppressedError) {
    return isDiskError(error.error) || isDiskError(error.suppressed);
  }
  return isDiskError(error.cause);
}
