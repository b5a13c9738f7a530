import { access, constants } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Rejects with a system error if files can't be written in a folder or it can't be created. Checked first,
 * because a recursive `mkdir` in a read-only folder reports it as missing.
 */
export async function requireWritableFiles(files: string): Promise<void> {
  const used = [join("blobs", "kept"), join("blobs", "staged"), "uploads"];
  for (const path of used) await requireWritable(join(files, path));
}

async function requireWritable(path: string): Promise<void> {
  try {
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(path) === path) throw error;
    await requireWritable(dirname(path));
  }
}
