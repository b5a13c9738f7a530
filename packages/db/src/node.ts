import type { DatabaseRole } from "./dialect/sqlite-connection.ts";
import { nodeDriver } from "./dialect/node/node-driver.ts";
import {
  type DatabaseByRole,
  type OpenDatabase,
  openDatabase as openWithDriver,
  type OpenDatabaseOptions,
} from "./open-database.ts";

export { openFolderBlobStore } from "./blobs/folder-blob-store.ts";
export { isOwnName, isSystemName } from "./blobs/folder-names.ts";
export { stageFile } from "./blobs/stage-file.ts";
export {
  copyDatabase,
  inspectBackup,
  inspectDatabase,
  type CopyDatabaseError,
} from "./copy-database.ts";
export {
  holderInWords,
  openDataFolder,
  type DataFolder,
  type DataFolderError,
} from "./data-folder.ts";
export { checkDerived, type CheckDerivedOptions } from "./derived/check-derived.ts";
export type { CheckDerivedError, DerivedDifference, DerivedTally } from "./derived/derived-rows.ts";
export { openForeignDatabase } from "./foreign-database.ts";
export { listLocalCopies, type LocalCopy, removeLocalCopies } from "./dialect/node/local-copies.ts";
export { noteInAuditLog } from "./note-in-audit-log.ts";
export { type MoveSource, openMoveSource } from "./open-move-source.ts";
export { keepNewFilesPrivate } from "./private-files.ts";
export {
  type Snapshot,
  snapshotDatabase,
  type SnapshotError,
  type SnapshotOptions,
} from "./snapshot-database.ts";
export { syncFolder } from "./blobs/sync-folder.ts";
export { writeOnce } from "./write-once.ts";

/** Opens a database file with Node's SQLite; see `openDatabase`. */
export function openDatabase<Role extends DatabaseRole>(
  options: Omit<OpenDatabaseOptions<Role>, "driver">,
): Promise<OpenDatabase<DatabaseByRole[Role]>> {
  return openWithDriver({ ...options, driver: nodeDriver });
}
