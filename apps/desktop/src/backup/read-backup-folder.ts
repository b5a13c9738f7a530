import { existsSync } from "node:fs";
import { join } from "node:path";
import { openForeignDatabase } from "@tidemark/db/node";
import { backupSettingsKey } from "@tidemark/replica";
import { databaseName } from "./backup-folder.ts";
import { usualFolder } from "./backup-folder.ts";

/**
 * Where the backups of a data folder go, also while a program runs on it. Where its database cannot be
 * read, which is when somebody wants to know, it is the usual folder.
 */
export function readBackupFolder(dataDir: string): string {
  const file = join(dataDir, databaseName);
  if (!existsSync(file)) return usualFolder(dataDir);
  try {
    using database = openForeignDatabase(file);
    const [row] = database.all("SELECT value FROM meta WHERE key = ?", [backupSettingsKey.name]);
    const kept = typeof row?.["value"] === "string" ? backupSettingsKey.parse(row["value"]) : null;
    return kept?.folder ?? usualFolder(dataDir);
  } catch {
    return usualFolder(dataDir);
  }
}
