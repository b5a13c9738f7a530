import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isOwnName } from "@tidemark/db/node";

/**
 * Files that are kept: the database, which is open and is emptied instead of deleted; the lock files; and the
 * window's data, which contains its size and theme but no memos.
 */
const preservedNames: ReadonlySet<string> = new Set([
  "tidemark.db",
  "tidemark.db-wal",
  "tidemark.db-shm",
  "tidemark.pid",
  "tidemark.lock",
  "window",
]);

/**
 * Deletes every file that Tidemark created in a profile's folder, except those that must stay. Other files
 * are left, since the folder may be used for other things.
 */
export async function removeProfileFiles(dir: string): Promise<void> {
  for (const { name } of await readdir(dir, { withFileTypes: true })) {
    if (isOwnName(name) && !preservedNames.has(name)) await removeFiles(dir, name);
  }
}

/** Deletes files but keeps folders, since an open store may still use them. */
async function removeFiles(dir: string, name: string): Promise<void> {
  const path = join(dir, name);
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) await rm(path, { force: true });
  else for (const entry of entries) await removeFiles(path, entry.name);
}
