import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyDatabase } from "@tidemark/db/node";

/** File that stores the version that last used a folder. */
const versionFile = "tidemark.version";

export interface VersionBackup {
  /**
   * Copies the folder's database before a different version, newer or older, first starts on it. If copying
   * fails, the error is logged and the app starts anyway.
   */
  backupBefore(version: string): Promise<void>;
  /** Records that the version has started, so its next start makes no copy. */
  runs(version: string): Promise<void>;
}

/**
 * Manages copies of the database made before a change of version. They expire after a week, like those of
 * migrations. The folder must not be open.
 */
export function versionBackup(dir: string, log: (line: string) => void): VersionBackup {
  const file = join(dir, versionFile);
  const lastVersion = async (): Promise<string | null> =>
    (await readFile(file, "utf8").catch(() => null))?.trim() ?? null;
  return {
    async backupBefore(version) {
      const database = join(dir, "tidemark.db");
      if (!existsSync(database) || (await lastVersion()) === version) return;
      const copied = await copyDatabase(database, `${database}.before-v${version}`);
      if (!copied.ok) log(`no copy before ${version}: ${copied.error.message}`);
      else log(`the database was copied before ${version}`);
    },
    async runs(version) {
      try {
        if ((await lastVersion()) === version) return;
        await writeFile(`${file}.partial`, `${version}\n`);
        await rename(`${file}.partial`, file);
      } catch (error) {
        log(`version: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}
