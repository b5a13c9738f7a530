import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";

/** Intervals of automatic backups of a device. */
export const backupSchedules = ["off", "daily", "weekly"] as const;
export type BackupSchedule = (typeof backupSchedules)[number];

/** Reasons why a backup or restore failed. */
export const backupFailures = [
  /** It would fill the disk. */
  "no-space",
  /** The folder doesn't exist, or isn't writable. */
  "folder",
  /** The copied data or the backup is damaged. */
  "damaged",
  /** The backup is from a newer version of this program. */
  "newer",
  "failed",
] as const;
export type BackupFailureCode = (typeof backupFailures)[number];

export interface BackupFailure {
  readonly of: "backup" | "restore";
  readonly code: BackupFailureCode;
  /** Error message of the system, for details. */
  readonly words: string;
  readonly atMs: number;
}

/** Result of the last restore on this device. */
export interface Restored {
  /** Time at which the backup was made. */
  readonly madeMs: number;
  readonly memos: number;
  readonly atMs: number;
}

export interface RestoreOptions {
  /** True if the device leaves its server, so that nothing newer comes back. */
  readonly disconnects: boolean;
}

/** Reasons for a backup: the schedule, the user, or a restore that replaces the data. */
export const backupReasons = ["schedule", "asked", "restore"] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Entry in the list of backups. */
export interface BackupEntry {
  /** Name of its folder. */
  readonly name: string;
  readonly madeMs: number;
  readonly why: BackupReason;
  /** Number of listed memos, without comments and trashed memos. */
  readonly memos: number;
  /** Number of file contents. */
  readonly files: number;
  /** Size of the database and of the files, which backups share. */
  readonly bytes: number;
  readonly fileBytes: number;
  /** True if it is from this device; false if it is from another one, in the same folder. */
  readonly isOwn: boolean;
  /** Name of the device then. */
  readonly device: string;
}

export interface BackupsState {
  /** Absolute path of the backup folder. */
  readonly folder: string;
  /** True if it is the default folder. */
  readonly isUsualFolder: boolean;
  readonly schedule: BackupSchedule;
  readonly atWork: "backup" | "restore" | null;
  /** Error of the last attempt, until one succeeds. */
  readonly failure: BackupFailure | null;
  /** Last restore, if nothing failed since. */
  readonly restored: Restored | null;
  /** Newest first. */
  readonly backups: readonly BackupEntry[];
}

export interface BackupsConfiguration {
  /** Absolute path; `null` for the default. */
  readonly folder?: string | null | undefined;
  readonly schedule?: BackupSchedule | undefined;
}

/** Backups of all data on this device, and restoring from them. */
export interface AppBackups {
  state(): Promise<BackupsState>;
  configure(change: BackupsConfiguration): Promise<Result<BackupsState, AppError>>;
  /** Starts a backup; `state` has the result. Fails with FAILED_PRECONDITION while another job runs. */
  backUp(): Promise<Result<BackupsState, AppError>>;
  /** Starts to restore a backup by name, after backing up the current data. */
  restore(name: string, options: RestoreOptions): Promise<Result<BackupsState, AppError>>;
}
