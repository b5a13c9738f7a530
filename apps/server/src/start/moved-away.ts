import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { syncFolder } from "@tidemark/db/node";
import { z } from "zod";

/** Marker in a data folder whose database was moved, so the remaining copy isn't served. */
const schema = z.object({
  /** Address without user name and password. */
  to: z.string(),
  atMs: z.int(),
});
type MovedAway = z.infer<typeof schema>;

function movedAwayFile(dataFolder: string): string {
  return join(dataFolder, "moved.json");
}

/** Returns the marker; null if the database wasn't moved. */
async function readMovedAway(dataFolder: string): Promise<MovedAway | null> {
  try {
    return parseJson(schema, await readFile(movedAwayFile(dataFolder), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes the marker. It is synced to disk once this resolves, so after a power failure the folder isn't
 * served next to the target.
 */
export async function noteMovedAway(dataFolder: string, moved: MovedAway): Promise<void> {
  const file = movedAwayFile(dataFolder);
  const partial = `${file}.partial`;
  await writeFile(partial, JSON.stringify(moved), { mode: 0o600, flush: true });
  await rename(partial, file);
  await syncFolder(dataFolder);
}

/** Removes the marker of a move that failed at its last step. */
export async function removeMovedAway(dataFolder: string): Promise<void> {
  await rm(movedAwayFile(dataFolder), { force: true });
  await syncFolder(dataFolder);
}

/**
 * Returns in one line the reason not to serve a folder's database, or not to move it to `to`; null if it is
 * allowed. A move to the same target may be repeated, since its last step may have failed.
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
