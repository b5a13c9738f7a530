import { open } from "node:fs/promises";

/**
 * Syncs a folder's entries to disk. Renamed and new files survive a power cut only after this. Does nothing
 * on Windows, which has no such call.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(path, "r");
  await handle.sync();
}
