import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { syncFolder } from "@tidemark/db/node";
import { z } from "zod";

/** What a data folder says once its database was moved elsewhere, so that nobody serves what stayed. */
const schema = z.object({
  /** Without who asks and how they are let in. */
  to: z.string(),
  atMs: z.int(),
});
type MovedAway = z.infer<typeof schema>;

function movedAwayFile(dataFolder: string): string {
  return join(dataFolder, "moved.json");
}

/** null: the database is the one to be served. */
async function readMovedAway(dataFolder: string): Promise<MovedAway | null> {
  try {
    return parseJson(schema, await readFile(movedAwayFile(dataFolder), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** On the disk once it resolves: after a power cut the folder is not served beside what it was moved to. */
export async function noteMovedAway(dataFolder: string, moved: MovedAway): Promise<void> {
  const file = movedAwayFile(dataFolder);
  const partial = `${file}.partial`;
  await writeFile(partial, JSON.stringify(moved), { mode: 0o600, flush: true });
  await rename(partial, file);
  await syncFolder(dataFolder);
}

/** Of a move that came to nothing in its last moment. */
export async function removeMovedAway(dataFolder: string): Promise<void> {
  await rm(movedAwayFile(dataFolder), { force: true });
  await syncFolder(dataFolder);
}

/**
 * Why the database of a folder is not to be served, or not to be moved to `to`, in one line; null: it may be.
 * A move that ended in its last moment is begun again.
 */
export async function movedAwayRefusal(
  dataFolder: string,
  to: string | null,
): Promise<string | null> {
  const moved = await readMovedAway(dataFolder);
  if (moved === null || moved.to === to) return null;
  const file = movedAwayFile(dataFolder);
  return `the database of this folder was moved to ${moved.to}: start with --database; to use what stayed here all the same, remove ${file}`;
}
