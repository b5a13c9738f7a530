import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BlobStore } from "@tidemark/core/attachment";
import { SerialQueue } from "@tidemark/core/concurrency";
import { isSystemName } from "./folder-names.ts";
import { syncFolder } from "./sync-folder.ts";
import { stageFile } from "./stage-file.ts";

/** A clock that is further off than this was wrong when it said so. */
const maxAheadMs = 24 * 60 * 60 * 1000;
/** Nothing takes longer to come in than this, or it was cut. */
const abandonedMs = 2 * 24 * 60 * 60 * 1000;
/** How often a file that another process looks at is waited for, and for how long at a time. */
const apartLooks = 20;
const apartPauseMs = 50;
const hashPattern = /^[0-9a-f]{64}$/;
const shardPattern = /^[0-9a-f]{2}$/;

export interface FolderBlobStoreOptions {
  readonly nowMs?: () => number;
  /** Whether other processes, on this machine or another one, have the folder open as well. */
  readonly isShared?: boolean;
}

/**
 * A blob store in a folder: `kept/<two digits>/<hash>`, and what is still arriving in `staged`, which is
 * emptied here: after a crash nobody comes back for it. Of what others may be taking in, only what has
 * not been written for two days.
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

  // Content that is stored again while it is being removed must not be lost.
  const queue = new SerialQueue();

  /**
   * Another process may be removing it: what has no name any more is gone, or comes back as it was. It may
   * have lost its name while its time was set, and been looked at before that: so it is looked for
   * afterwards.
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

  async function isOld(path: string, keptBeforeMs: number): Promise<boolean> {
    const keptMs = (await stat(path)).mtimeMs;
    // A time that has not come would keep content for as long as the clock was ahead.
    const isKnown = keptMs <= nowMs() + maxAheadMs;
    return !isKnown || keptMs < keptBeforeMs;
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
      // Others put folders of their own anywhere: a volume its lost+found, a storage box @eaDir.
      for (const shard of (await readdir(kept)).filter((name) => shardPattern.test(name))) {
        for (const name of await readdir(join(kept, shard))) {
          if (hashPattern.test(name)) yield name;
        }
      }
    },
    remove: (sha256, keptBeforeMs) =>
      queue.run(async () => {
        const path = pathOf(sha256);
        try {
          if (!(await isOld(path, keptBeforeMs))) return false;
          const apart = join(staging, randomUUID());
          await rename(path, apart);
          // Another process may have kept it anew since it was looked at, and nobody can from here on.
          if (!(await isOld(apart, keptBeforeMs))) {
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

/** Makes the folder of what comes in, and removes what nobody comes back for. */
async function clearStaging(staging: string, isShared: boolean): Promise<void> {
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const beforeMs = isShared ? Date.now() - abandonedMs : Number.POSITIVE_INFINITY;
  for (const name of (await readdir(staging)).filter((each) => !isSystemName(each))) {
    const file = join(staging, name);
    try {
      // When it was written or moved last; the other time says when it was kept.
      if ((await stat(file)).ctimeMs < beforeMs) await rm(file, { recursive: true });
    } catch (error) {
      // Its process has moved it, or another one has removed it.
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
 * Whether a file that was there a moment ago has its name, or has it again once another process has looked
 * at it. Opening asks the server of a folder in the network, where other calls may answer from what was
 * known.
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
