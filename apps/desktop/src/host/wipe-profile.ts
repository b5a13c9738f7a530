import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { defineMeta, metaForm } from "@tidemark/core";
import type { OpenDatabase } from "@tidemark/db";

/** That a wipe was begun. Whoever opens the profile next ends it first. */
export const wipeDueKey = defineMeta("wipe_due", metaForm.mark);

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
 * Removes everything that is in a profile: memos, drafts, what waited and what was refused, the
 * account and its credential, every other file in the folder, such as attachments and copies from
 * before an update. It is empty and usable then. Broken off, it is ended by `endWipe`.
 */
export async function wipeProfile(opened: OpenDatabase, dir: string): Promise<void> {
  await opened.database.write(({ meta }) => meta.set(wipeDueKey, true));
  for (const { name } of await readdir(dir, { withFileTypes: true })) {
    if (!keptNames.has(name)) await removeFiles(dir, name);
  }
  await opened.wipe();
}

/** Ends a wipe that a crash broke off. */
export async function endWipe(opened: OpenDatabase, dir: string): Promise<void> {
  const due = await opened.database.read(({ meta }) => meta.get(wipeDueKey));
  if (due !== null) await wipeProfile(opened, dir);
}

/** Folders stay, empty: a store that is open on them goes on working. */
async function removeFiles(dir: string, name: string): Promise<void> {
  const path = join(dir, name);
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) await rm(path, { force: true });
  else for (const entry of entries) await removeFiles(path, entry.name);
}
