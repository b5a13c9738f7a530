import { open } from "node:fs/promises";

/**
 * Puts the names in a folder on the disk: what was renamed or made there outlives a power cut only then.
 * Windows has no such call.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(path, "r");
  await handle.sync();
}
