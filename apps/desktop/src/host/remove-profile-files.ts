import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isOwnName } from "@tidemark/db/node";

/**
 * The database, which is emptied rather than removed because it is open; who has the folder; and
 * what belongs to the window, which holds its size and the theme but nothing of any memo.
 */
const keptNames: ReadonlySet<string> = new Set([
  "tidemark.db",
  "tidemark.db-wal",
  "tidemark.db-shm",
  "tidemark.pid",
  "tidemark.lock",
  "window",
]);

/**
 * Removes every file that Tidemark made in a profile's folder, but those that have to stay. Other things in
 * it are left: a profile may have been put into a folder that is used for more.
 */
export async function removeProfileFiles(dir: string): Promise<void> {
  for (const { name } of await readdir(dir, { withFileTypes: true })) {
    if (isOwnName(name) && !keptNames.has(name)) await removeFiles(dir, name);
  }
}

/** Folders stay, empty: a store that is open on them goes on working. */
async function removeFiles(dir: string, name: string): Promise<void> {
  const path = join(dir, name);
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) await rm(path, { force: true });
  else for (const entry of entries) await removeFiles(path, entry.name);
}
