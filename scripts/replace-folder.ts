import { mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Replaces a folder by another on the same disk. If several processes do so at once, the last one wins, and
 * its folder is complete. A folder can't be renamed onto a non-empty one, so the old one is moved away
 * first. This is retried if another process was faster.
 */
export async function replaceFolder(fresh: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const replaced = await mkdtemp(join(dirname(target), ".replaced-"));
    try {
      await rename(target, join(replaced, "old")).catch(ignoreAbsent);
      await rename(fresh, target);
      return;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (attempt >= 100 || (code !== "ENOTEMPTY" && code !== "EEXIST")) throw error;
    } finally {
      await rm(replaced, { recursive: true, force: true });
    }
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
