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

/** Outcome of the last restore: exactly one of the two. */
export interface RestoreOutcome {
  readonly restored: Restored | null;
  readonly failure: BackupFailure | null;
}

export interface RestoreOptions {
  /** True if the device leaves its server, so that nothing newer comes back. */
  readonly disconnects: boolean;
}

/** A memo of a backup on this device now. `gone`: removed for good; `changed`: with another text or fewer files. */
export const backupMemoStates = ["same", "changed", "trashed", "gone"] as const;
export type BackupMemoState = (typeof backupMemoStates)[number];

/** Memo as it is in a backup. */
export interface BackupMemo {
  readonly id: string;
  /** Beginning of its text. */
  readonly text: string;
  readonly tags: readonly string[];
  readonly createdMs: number;
  /** Number of its files. */
  readonly files: number;
  readonly isComment: boolean;
  /** True if it was in the trash when the backup was made. */
  readonly wasTrashed: boolean;
  readonly now: BackupMemoState;
}

export interface BackupMemosInput {
  /** Name of the backup. */
  readonly name: string;
  readonly search: string;
  readonly cursor: string | null;
}

/** The user's memos in a backup, newest first, those in its trash last. */
export interface BackupMemoPage {
  readonly memos: readonly BackupMemo[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
  /** Reason why the backup can't be read; no memos are returned then. */
  readonly failure: BackupFailureCode | null;
}

/** Maximum number of memos that one call restores. */
export const maxRestoredMemos = 500;

/** Result of restoring memos from a backup. */
export interface RestoredMemos {
  /**
   * Number of memos that got their text or files back, left the trash, or were created again; without the
   * comments that came back with theirs.
   */
  readonly restored: number;
  /** Number of memos that couldn't be restored, such as memos over the size limit. */
  readonly refused: number;
  /** Number of files whose content isn't in the backup. */
  readonly missingFiles: number;
  readonly failure: BackupFailureCode | null;
  /** Key to undo it with; `null` if nothing changed. */
  readonly undo: string | null;
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
  /** Returns the outcome of the last restore until the user has seen it. Doesn't read the folder. */
  outcome(): Promise<RestoreOutcome | null>;
  seeOutcome(): Promise<void>;
  listMemos(input: BackupMemosInput): Promise<Result<BackupMemoPage, AppError>>;
  /**
   * Restores single memos. Changed ones get their text from the backup as an edit; removed ones are created
   * again under another id.
   */
  restoreMemos(name: string, ids: readonly string[]): Promise<Result<RestoredMemos, AppError>>;
  /** Undoes that for memos that weren't changed since. NOT_FOUND if it is too long ago. */
  undoRestoreMemos(undo: string): Promise<Result<null, AppError>>;
  /** Deletes the copy that `listMemos` reads. The next call makes another one. */
  leaveMemos(): Promise<void>;
}
