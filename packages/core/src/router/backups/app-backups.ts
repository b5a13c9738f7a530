import type { AppError } from "../../error/errors.ts";
import type { Result } from "../../error/result.ts";

/** How often a device is backed up by itself. */
export const backupSchedules = ["off", "daily", "weekly"] as const;
export type BackupSchedule = (typeof backupSchedules)[number];

/** Why nothing was backed up or restored. */
export const backupFailures = [
  /** It would leave the disk without room. */
  "no-space",
  /** The folder is not there, or takes nothing. */
  "folder",
  /** What was copied is damaged, or what is to be restored is. */
  "damaged",
  /** What is to be restored is of a newer version of this program. */
  "newer",
  "failed",
] as const;
export type BackupFailureCode = (typeof backupFailures)[number];

export interface BackupFailure {
  readonly of: "backup" | "restore";
  readonly code: BackupFailureCode;
  /** What the machine says of it, for the curious. */
  readonly words: string;
  readonly atMs: number;
}

/** Why one was made: by the schedule, by hand, before something else was restored. */
export const backupReasons = ["schedule", "asked", "restore"] as const;
export type BackupReason = (typeof backupReasons)[number];

/** A backup as it is listed. */
export interface BackupEntry {
  /** The name of its folder. */
  readonly name: string;
  readonly madeMs: number;
  readonly why: BackupReason;
  /** How many memos it lists: without comments, and without the trash. */
  readonly memos: number;
  /** How many contents of files. */
  readonly files: number;
  /** Of the database, and of the files, which backups share. */
  readonly bytes: number;
  readonly fileBytes: number;
  /** Whether it is of this device; false: of another one, in the same folder. */
  readonly isOwn: boolean;
  /** What the device was called. */
  readonly device: string;
}

export interface BackupsState {
  /** Where backups are made, absolute. */
  readonly folder: string;
  /** It is the one that nobody chose. */
  readonly isUsualFolder: boolean;
  readonly schedule: BackupSchedule;
  readonly atWork: "backup" | "restore" | null;
  /** Of the last try, until one goes well. */
  readonly failure: BackupFailure | null;
  /** Newest first. */
  readonly backups: readonly BackupEntry[];
}

export interface BackupsConfiguration {
  /** Absolute; null: the usual one. */
  readonly folder?: string | null | undefined;
  readonly schedule?: BackupSchedule | undefined;
}

/** Copies of everything that is on this device, and the way back to one. */
export interface AppBackups {
  state(): Promise<BackupsState>;
  configure(change: BackupsConfiguration): Promise<Result<BackupsState, AppError>>;
  /** Begins; `state` says how it went. FAILED_PRECONDITION while something is at work. */
  backUp(): Promise<Result<BackupsState, AppError>>;
  /** Begins to restore the backup of a name, once what is here is backed up. */
  restore(name: string): Promise<Result<BackupsState, AppError>>;
}
