import { mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Moves a folder to where another may stand, on the same disk; of several at the same time the last
 * one stays, whole. A folder cannot be renamed onto a full one, so the old one steps aside first,
 * and again when another process was quicker.
 */
export async function replaceFolder(fresh: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const aside = await mkdtemp(join(dirname(target), ".replaced-"));
    try {
      await rename(target, join(aside, "old")).catch(ignoreAbsent);
      await rename(fresh, target);
      return;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (attempt >= 100 || (code !== "ENOTEMPTY" && code !== "EEXIST")) throw error;
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
