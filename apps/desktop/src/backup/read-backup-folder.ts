import { existsSync } from "node:fs";
import { join } from "node:path";
import { openForeignDatabase } from "@tidemark/db/node";
import { backupSettingsKey } from "@tidemark/replica";
import { databaseName } from "@tidemark/transfer/backup";
import { usualFolder } from "./make-backup.ts";

/**
 * Returns the backup folder of a data folder, even while a program is running on it. Falls back to the
 * default folder if the database can't be read, which is when users need their backups.
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
