import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyDatabase } from "@tidemark/db/node";

/** Which version had a folder last. */
const versionFile = "tidemark.version";

export interface VersionBackup {
  /**
   * Copies the database of a folder before the first start of another version on it, an older one too.
   * What cannot be copied does not keep anybody from their memos: it is logged.
   */
  backupBefore(version: string): Promise<void>;
  /** The version runs: the next start of it needs no copy. */
  runs(version: string): Promise<void>;
}

/** The copies go by themselves, with those of migrations, after a week. Nobody may have the folder open. */
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
