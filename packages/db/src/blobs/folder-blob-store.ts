import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BlobStore } from "@tidemark/core/attachment";
import { SerialQueue } from "@tidemark/core/concurrency";
import { isSystemName } from "./folder-names.ts";
import { syncFolder } from "./sync-folder.ts";
import { stageFile } from "./stage-file.ts";

/**
 * Maximum time a modification date may lie in the future. A later date was set by a wrong clock and is
 * ignored.
 */
const maxAheadMs = 24 * 60 * 60 * 1000;
/** Age after which a staged file of a shared folder counts as abandoned. No upload takes this long. */
const abandonedMs = 2 * 24 * 60 * 60 * 1000;
/**
 * Number of times `comesBack` looks for a file that another process has renamed. The pause between looks is
 * in ms.
 */
const apartLooks = 20;
const apartPauseMs = 50;
const hashPattern = /^[0-9a-f]{64}$/;
const shardPattern = /^[0-9a-f]{2}$/;

export interface FolderBlobStoreOptions {
  readonly nowMs?: () => number;
  /** True if other processes, on this machine or another one, have the folder open too. */
  readonly isShared?: boolean;
}

/**
 * Opens a blob store in a folder: blobs are stored as `kept/<two digits>/<hash>`, incoming files in `staged`.
 * Opening empties `staged`, since uploads don't survive a crash. In a shared folder it deletes only staged
 * files that weren't written for two days.
 */
export async function openFolderBlobStore(
  folder: string,
  { nowMs = Date.now, isShared = false }: FolderBlobStoreOptions = {},
): Promise<BlobStore> {
  const staging = join(folder, "staged");
  await clearStaging(staging, isShared);
  const kept = join(folder, "kept");
  await mkdir(kept, { recursive: true, mode: 0o700 });
  const pathOf = (sha256: string): string => join(kept, sha256.slice(0, 2), sha256);

  // Serializes storing and removing, which would otherwise lose content stored while it is being removed.
  const queue = new SerialQueue();

  /**
   * Updates the modification time of a blob; false if the file is missing. Another process may have renamed
   * the file to remove it, and may have read its age before the update. In a shared folder the file is
   * therefore looked up once more afterwards.
   */
  async function refresh(path: string): Promise<boolean> {
    const now = new Date(nowMs());
    try {
      await utimes(path, now, now);
      return isShared ? await comesBack(path) : true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async function isOld(path: string, storedBeforeMs: number): Promise<boolean> {
    const keptMs = (await stat(path)).mtimeMs;
    // A date in the future would protect the blob for as long as the clock was ahead.
    const isKnown = keptMs <= nowMs() + maxAheadMs;
    return !isKnown || keptMs < storedBeforeMs;
  }

  async function keep(file: string, sha256: string): Promise<void> {
    const path = pathOf(sha256);
    if (await refresh(path)) return;
    const now = new Date(nowMs());
    await utimes(file, now, now);
    await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
    await rename(file, path);
    await syncFolder(join(path, ".."));
  }

  return {
    async stage(source, maxBytes) {
      const file = join(staging, randomUUID());
      return stageFile(file, source, maxBytes, (sha256) => queue.run(() => keep(file, sha256)));
    },
    async open(sha256, range) {
      const handle = await openExisting(pathOf(sha256));
      if (handle === null) return null;
      if (range === undefined) return handle.createReadStream();
      if (range.end > range.start) {
        return handle.createReadStream({ start: range.start, end: range.end - 1 });
      }
      await handle.close();
      return nothing();
    },
    has: async (sha256) => (await sizeOf(pathOf(sha256))) !== null,
    size: (sha256) => sizeOf(pathOf(sha256)),
    refresh: (sha256) => queue.run(() => refresh(pathOf(sha256))),
    async *list() {
      // Other programs create folders anywhere: a volume its lost+found, a storage box @eaDir.
      for (const shard of (await readdir(kept)).filter((name) => shardPattern.test(name))) {
        for (const name of await readdir(join(kept, shard))) {
          if (hashPattern.test(name)) yield name;
        }
      }
    },
    remove: (sha256, storedBeforeMs) =>
      queue.run(async () => {
        const path = pathOf(sha256);
        try {
          if (!(await isOld(path, storedBeforeMs))) return false;
          const apart = join(staging, randomUUID());
          await rename(path, apart);
          // Another process may have refreshed the file since it was checked. After the rename none can.
          if (!(await isOld(apart, storedBeforeMs))) {
            await rename(apart, path);
            return false;
          }
          await rm(apart);
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
      }),
  };
}

/** Creates the folder of incoming files and deletes abandoned files in it. */
async function clearStaging(staging: string, isShared: boolean): Promise<void> {
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const beforeMs = isShared ? Date.now() - abandonedMs : Number.POSITIVE_INFINITY;
  for (const name of (await readdir(staging)).filter((each) => !isSystemName(each))) {
    const file = join(staging, name);
    try {
      // `ctime` is when the file was last written or moved; `mtime` is when it was stored.
      if ((await stat(file)).ctimeMs < beforeMs) await rm(file, { recursive: true });
    } catch (error) {
      // Its process has moved the file, or another process has removed it.
      if (!isMissing(error)) throw error;
    }
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Returns whether a file still exists, or exists again after another process renamed it for a check. Opens
 * the file because `stat` on a network folder may answer from a cache.
 */
async function comesBack(path: string): Promise<boolean> {
  for (let looks = 0; looks < apartLooks; looks += 1) {
    if (looks > 0) await sleep(apartPauseMs);
    const handle = await openExisting(path);
    await handle?.close();
    if (handle !== null) return true;
  }
  return false;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
