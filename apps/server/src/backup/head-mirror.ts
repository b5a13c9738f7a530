import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ServerDatabase, StorageError } from "@tidemark/core";
import { beginEpoch, epochKey } from "@tidemark/core/sync/server";
import { z } from "zod";
import { parseJson } from "@tidemark/core";

const mirrorSchema = z.object({ epoch: z.string(), headSeq: z.int().min(0) });
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
 * Finds out whether the database is older than the one that was served last from this folder, an old
 * copy put in its place for instance. Then it gets a new epoch, so that devices state what they have
 * instead of trusting numbers that are given a second time. null when it is not.
 */
export async function detectRollback(
  database: ServerDatabase,
  dataFolder: string,
): Promise<Rollback | null> {
  const mirror = await readMirror(dataFolder);
  if (mirror === null) return null;
  return database.write(async ({ meta }) => {
    const hasSeq = await meta.headSeq();
    if ((await meta.get(epochKey)) !== mirror.epoch || hasSeq >= mirror.headSeq) return null;
    const epoch = newEpoch();
    await beginEpoch(meta, epoch, Date.now());
    return { hadSeq: mirror.headSeq, hasSeq, epoch };
  });
}

export function newEpoch(): string {
  return randomBytes(16).toString("hex");
}

/** Forgets what was served last, for a database that was put in place knowingly. */
export async function removeHead(dataFolder: string): Promise<void> {
  await rm(mirrorFile(dataFolder), { force: true });
}

/**
 * Keeps the newest sequence number in a file beside the database, a moment after each commit and
 * never before it.
 */
export function mirrorHead(database: ServerDatabase, dataFolder: string): AsyncDisposable {
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const mirror = await database.read(async ({ meta }) => ({
      epoch: (await meta.get(epochKey)) ?? "",
      headSeq: await meta.headSeq(),
    }));
    const file = mirrorFile(dataFolder);
    await writeFile(`${file}.partial`, JSON.stringify(mirror), { mode: 0o600 });
    await rename(`${file}.partial`, file);
  }

  const stopListening = database.onCommit(() => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      // One after the other: an older head must not take a newer one's place. A disk that cannot take
      // it says so with the next commit.
      writing = writing.then(write).catch(() => undefined);
    }, writeEveryMs);
    timer.unref();
  });
  return {
    async [Symbol.asyncDispose]() {
      stopListening();
      if (timer !== null) clearTimeout(timer);
      await writing;
      try {
        await write();
      } catch (error) {
        // What a database on another machine says when it is away; the mirror is of a moment before.
        if (!(error instanceof StorageError)) throw error;
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
