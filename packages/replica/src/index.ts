export {
  type BackupParts,
  type Host,
  type OpenReplica,
  openReplica,
  type ProfileServices,
  type ReplicaOptions,
  type TransferParts,
} from "./profile/open-replica.ts";
export { openInPlaces, type Place, type PlacesOptions } from "./profile/restorable.ts";
export type { ProfileBackups } from "./app/profile-backups.ts";
export type { ProfileTransfer } from "./app/profile-transfer.ts";
export { type BackupSettings, backupSettingsKey } from "./profile/backup-settings.ts";
export {
  becomeRestored,
  type DeviceOwn,
  changedKey,
  changedValue,
  keysWithoutBackup,
  readDeviceOwn,
} from "./profile/restored-device.ts";
export type { Platform } from "./platform/platform.ts";
export type { SecretBox } from "./platform/secrets.ts";
export { restoredMemoKeys } from "./profile/restored-memos.ts";
export { memoQueryOf } from "./app/memo-query.ts";
