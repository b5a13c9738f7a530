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
  /** Absent in what older versions wrote. */
  milestone: z.string().nullable().default(null),
});
type Mirror = z.infer<typeof mirrorSchema>;

/** Often enough to notice a rollback, seldom enough to cost nothing. */
const writeEveryMs = 500;

function mirrorFile(dataFolder: string): string {
  return join(dataFolder, "head-seq.json");
}

/** A database that went backwards under the epoch that it has. */
export interface Rollback {
  readonly hadSeq: number;
  readonly hasSeq: number;
  readonly epoch: string;
}

/**
 * Finds out whether the database is older than the one that was served last from this folder, or came
 * out of an older one: an old copy put in its place for instance. What other processes wrote since then
 * makes it neither. Then it gets a new epoch, so that devices state what they have instead of trusting
 * numbers that are given a second time. null when it is not.
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
  return isContradicted(meta, await meta.standing(), [mirror]);
}

export function newEpoch(): string {
  return randomBytes(16).toString("hex");
}

/** Forgets what was served last, for a database that was put in place knowingly. */
export async function removeHead(dataFolder: string): Promise<void> {
  await rm(mirrorFile(dataFolder), { force: true });
}

/** What a data folder remembers of the database that is served from it. */
export interface HeadMirror extends AsyncDisposable {
  /** Something was committed, by whichever process. */
  soon(): void;
}

/**
 * Keeps how far the database has got in a file of the data folder, a moment after each commit and never
 * before it. What the folder remembers is looked at first: `onRollback` is told where the database went
 * back meanwhile, and has got a new epoch.
 */
export function mirrorHead(
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
      const { headSeq, milestone } = await meta.standing();
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
      // One after the other: an older head must not take a newer one's place. A disk that cannot take
      // it says so with the next commit.
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
        // A database on another machine is away, or a disk is full: the mirror is a moment old.
        if (!(error instanceof StorageError) && diskFullError(error) === null) throw error;
      }
    },
  };
}

async function readMirror(dataFolder: string): Promise<Mirror | null> {
  try {
    return parseJson(mirrorSchema, await readFile(mirrorFile(dataFolder), "utf8"));
  } catch {
    // Missing on a first start; half of one cannot be, and says nothing.
    return null;
  }
}
