import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";
import type { FolderUse } from "../model/index.ts";

/** Planned or actual result for a note of a source. */
export type TransferOutcome = "new" | "same" | "skipped" | "problem";

export interface TransferCounts {
  readonly new: number;
  readonly same: number;
  readonly skipped: number;
  readonly problems: number;
}

/** Row of the table that the user sees before and after writing. */
export interface TransferRow {
  readonly outcome: TransferOutcome;
  /** Path in the source. */
  readonly path: string;
  /** Empty if the note is simply imported. */
  readonly code: string;
  readonly words: string;
}

/** Reason why reading a source failed. */
export interface TransferFailure {
  readonly code: string;
  /** Message for users, without `path`. */
  readonly words: string;
  /** File of the source that caused it; absent if it is the whole source, or the message names it. */
  readonly path?: string;
  /** Users in the source, if one must be chosen. */
  readonly people: readonly string[];
}

/**
 * An import, or the undoing of one. `reading` needs no input and writes nothing. `planned` waits for the
 * user. `done` includes jobs that were stopped.
 */
export interface TransferJob {
  readonly id: string;
  readonly type: "import" | "undo";
  readonly phase: "reading" | "planned" | "running" | "done" | "failed";
  /** Format of the source, once detected. */
  readonly format: string | null;
  /** Description of the source for users; empty until known. */
  readonly label: string;
  readonly counts: TransferCounts | null;
  /** Number of new memos that are in folders of the source; the user chooses what becomes of those. */
  readonly inFolders: number;
  /** Number of memos created, or moved to the trash. */
  readonly made: number;
  /** Number of memos that undoing an import kept, because they were edited since or have comments. */
  readonly kept: number;
  /** Id with which the import can be undone; `null` if it created nothing. */
  readonly run: string | null;
  /** True if it was stopped before its end. */
  readonly isStopped: boolean;
  readonly failure: TransferFailure | null;
}

/** Current export, or else the last one. */
export interface ExportJob {
  readonly phase: "running" | "done" | "failed";
  readonly memos: number;
  readonly files: number;
  /** Number of files and memos that are missing from the export, which lists each. */
  readonly problems: number;
}

export interface TransferState {
  readonly job: TransferJob | null;
  readonly export: ExportJob | null;
}

/** Source of an import. A token is never stored. */
export type TransferSource =
  /** Path on this machine; only a window of the app may use one. */
  | { readonly path: string }
  /** Name of an upload from the page. */
  | { readonly staged: string }
  /** Address of a memos server; no other host is contacted. */
  | { readonly url: string; readonly token: string };

export interface TransferBegin {
  readonly from: TransferSource;
  /** User whose memos to import, if the source has several. */
  readonly user?: string | undefined;
}

export interface TransferRows {
  /** Problems first, then skipped, new and existing notes. */
  readonly rows: readonly TransferRow[];
  readonly total: number;
}

/** An earlier import. */
export interface TransferRun {
  readonly id: string;
  readonly label: string;
  readonly startedMs: number;
  /** `begun` if it was interrupted, or is running. */
  readonly state: "begun" | "done" | "undone";
  /** Number of memos that it created and that weren't undone. */
  readonly memos: number;
}

/** Imports memos from other programs, in the background and one source at a time. */
export interface AppTransfer {
  state(): Promise<TransferState>;
  /**
   * Reads a source and plans the import, shown in `state`. Fails with FAILED_PRECONDITION while another job
   * runs.
   */
  begin(from: TransferBegin): Promise<Result<TransferJob, AppError>>;
  /** Returns the rows of the job, or those with one outcome; the first few hundred. */
  rows(outcome: TransferOutcome | null): Promise<TransferRows>;
  /** Runs the planned import. */
  run(folders?: FolderUse): Promise<Result<TransferJob, AppError>>;
  /** Stops a running job, or discards a planned or finished one. */
  stop(): Promise<void>;
  /** Newest first. */
  runs(): Promise<TransferRun[]>;
  undo(run: string): Promise<Result<TransferJob, AppError>>;
}
