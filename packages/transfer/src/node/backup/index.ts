export { bringContents, contentFolder } from "./backup-contents.ts";
export { BackupFailed, backupFailure, failureOfCode } from "./backup-failed.ts";
export {
  databaseName,
  findBackup,
  hashesName,
  hashesOf,
  type KeptBackup,
  listBackups,
  makeFolder,
  manifestName,
  removeBackupsOf,
} from "./backup-folder.ts";
export { backupManifestSchema } from "./backup-manifest.ts";
export { refuseFullDisk } from "./free-space.ts";
export { isTar, packFiles, unpackFiles } from "./tar-archive.ts";
export { bringKept, writeBackup } from "./write-backup.ts";
