import { statfs } from "node:fs/promises";
import { StorageError } from "@tidemark/core";

/**
 * Stays free for signing in, deleting and upkeep when content is refused already. SQLite's log may take
 * 16 MiB, and moving it into the database as much again.
 */
const reserveBytes = 64 * 1024 * 1024;
const lookEveryMs = 1000;
/** With less than this each write measures anew: within a second it could be used up. */
const plentyBytes = 4 * reserveBytes;

/** Content that takes room: texts of memos in the database, or files of attachments. */
type Content = "texts" | "files";

/** A folder that content is written to. `name` stands in metrics. */
export interface DiskPlace {
  readonly name: "data" | "files";
  readonly folder: string;
  readonly holds: Content;
}

/** The room on the disks of an instance, as it was when it was last looked at. */
export interface DiskSpace {
  /** Measures again, at most once a second while there is plenty of room: then null. Never rejects. */
  look(): Promise<void> | null;
  /** Whether one of the disks has no more than its reserve. */
  isShort(): boolean;
  /** A place that can't be measured is left out. */
  free(): readonly { readonly name: DiskPlace["name"]; readonly bytes: number }[];
  /** Throws a `StorageError` where content of so many bytes would take from the reserve. */
  requireRoom(content: Content, bytes?: number): void;
}

interface DiskSpaceOptions {
  /** Bytes that are free on the disk of a folder. */
  readonly measure?: (folder: string) => Promise<number>;
  /** How long what was measured holds. */
  readonly everyMs?: number;
}

export function createDiskSpace(
  places: readonly DiskPlace[],
  { measure = measureDisk, everyMs = lookEveryMs }: DiskSpaceOptions = {},
): DiskSpace {
  /** Bytes that are free. */
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

/** Returns the error as the fault of a full disk, or null when it is another one. */
export function diskFullError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error.fault === "disk-full" ? error : null;
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT" ? new StorageError("disk-full", error) : null;
}

/** Whether a disk is to blame for an error, or for one behind it: it is full, or refuses to be written. */
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
