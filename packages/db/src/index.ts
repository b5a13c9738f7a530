export { openFolderBlobStore } from "./blobs/folder-blob-store.ts";
export { stageFile } from "./blobs/stage-file.ts";
export { copyDatabase, inspectDatabase, type CopyDatabaseError } from "./copy-database.ts";
export {
  holderInWords,
  openDataFolder,
  type DataFolder,
  type DataFolderError,
} from "./data-folder.ts";
export {
  checkDerived,
  type CheckDerivedError,
  type CheckDerivedOptions,
  type DerivedDifference,
  type DerivedTally,
} from "./derived/check-derived.ts";
export { listLocalCopies, type LocalCopy, removeLocalCopies } from "./dialect/local-copies.ts";
export { OpenDatabaseError, type OpenDatabaseErrorType } from "./dialect/open-error.ts";
export type { DatabaseRole } from "./dialect/sqlite-connection.ts";
export { noteInAuditLog } from "./note-in-audit-log.ts";
export { openDatabase, type OpenDatabase } from "./open-database.ts";
export { keepNewFilesPrivate } from "./private-files.ts";
export { type OversizedRow, oversizedRowsChannel } from "./stores/unknown-fields.ts";
