import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  parseJson,
  type ServerDatabase,
  type ServerReadStores,
  StorageError,
} from "@tidemark/core";
import { SerialQueue } from "@tidemark/core/concurrency";
import { diskFullError } from "../disk/disk-space.ts";
import { beginEpoch, epochKey, isContradicted } from "@tidemark/core/sync/server";
import { z } from "zod";

const mirrorSchema = z.object({
  epoch: z.string(),
  headSeq: z.int().min(0),
  /** Missing in files of older versions. */
  milestone: z.string().nullable().default(null),
});
type Mirror = z.infer<typeof mirrorSchema>;

/** Delay of a write after a commit: short enough to notice a rollback, long enough to cost nothing. */
const writeEveryMs = 500;

function mirrorFile(dataFolder: string): string {
  return join(dataFolder, "head-seq.json");
}

/** Database that was rolled back without a new epoch. */
export interface Rollback {
  readonly hadSeq: number;
  readonly hasSeq: number;
  readonly epoch: string;
}

/**
 * Checks whether the database is older than the one last served from this folder, or derives from an older
 * one. That happens if an old copy replaced it. Later writes of other processes don't count as a rollback. If
 * it is older, begins a new epoch, so devices assert their data instead of trusting reused sequence numbers.
 * Returns null if there was no rollback.
 */
export async function detectRollback(
  database: ServerDatabase,
  dataFolder: string,
): Promise<Rollback | null> {
  const mirror = await readMirror(dataFolder);
  return mirror === null ? null : beginIfOlder(database, mirror);
}

async function beginIfOlder(database: ServerDatabase, mirror: Mirror): Promise<Rollback | null> {
  return database.write(async ({ meta }) => {
    if (!(await isOlder(meta, mirror))) return null;
    const epoch = newEpoch();
    const hasSeq = await meta.headSeq();
    await beginEpoch(meta, epoch, Date.now());
    return { hadSeq: mirror.headSeq, hasSeq, epoch };
  });
}

async function isOlder(meta: ServerReadStores["meta"], mirror: Mirror): Promise<boolean> {
  if ((await meta.get(epochKey)) !== mirror.epoch) return false;
  return isContradicted(meta, await meta.changePosition(), [mirror]);
}

export function newEpoch(): string {
  return randomBytes(16).toString("hex");
}

/** Deletes the mirror, for a database that was replaced on purpose. */
export async function removeHead(dataFolder: string): Promise<void> {
  await rm(mirrorFile(dataFolder), { force: true });
}

/** Mirror in a data folder of the position of its database. */
export interface HeadMirror extends AsyncDisposable {
  /** Schedules a write. Called after a commit of any process. */
  soon(): void;
}

/**
 * Mirrors the position of the database to a file in the data folder, shortly after each commit and never
 * before it. Each write first compares the database with the last mirrored position. After a rollback it
 * begins a new epoch and calls `onRollback`.
 */
export function mirrorSeq(
  database: ServerDatabase,
  dataFolder: string,
  onRollback: (rollback: Rollback) => void = () => undefined,
): HeadMirror {
  let timer: NodeJS.Timeout | null = null;
  const writes = new SerialQueue();
  let last: Mirror | null = null;
  let isClosed = false;

  const readHead = (): Promise<Mirror | null> =>
    database.read(async ({ meta }) => {
      if (last !== null && (await isOlder(meta, last))) return null;
      const { headSeq, milestone } = await meta.changePosition();
      return { epoch: (await meta.get(epochKey)) ?? "", headSeq, milestone };
    });

  async function write(): Promise<void> {
    const mirror = await readHead();
    if (mirror === null) {
      const rollback = last === null ? null : await beginIfOlder(database, last);
      last = null;
      if (rollback !== null) onRollback(rollback);
      await write();
      return;
    }
    last = mirror;
    const file = mirrorFile(dataFolder);
    await writeFile(`${file}.partial`, JSON.stringify(mirror), { mode: 0o600 });
    await rename(`${file}.partial`, file);
  }

  function soon(): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      // Serialized, so an older head can't overwrite a newer one. The next commit retries a failed write.
      writes.run(write).catch(() => undefined);
    }, writeEveryMs);
    timer.unref();
  }

  const stopListening = database.onCommit(soon);
  return {
    soon,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      stopListening();
      if (timer !== null) clearTimeout(timer);
      await writes.idle();
      try {
        await write();
      } catch (error) {
        // The database is unreachable, or a disk is full: the mirror is slightly old.
        if (!(error instanceof StorageError) && diskFullError(error) === null) throw error;
      }
    },
  };
}

async function readMirror(dataFolder: string): Promise<Mirror | null> {
  try {
    return parseJson(mirrorSchema, await readFile(mirrorFile(dataFolder), "utf8"));
  } catch {
    // Missing on the first start. It can't be partial, since it is renamed into place.
    return null;
  }
}
