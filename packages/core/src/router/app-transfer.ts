import type { AppError } from "../error/errors.ts";
import type { Result } from "../error/result.ts";

/** What becomes of a note of a source, or became. */
export type TransferOutcome = "new" | "same" | "skipped" | "problem";

export interface TransferCounts {
  readonly new: number;
  readonly same: number;
  readonly skipped: number;
  readonly problems: number;
}

/** A line of the table that a person is shown before anything is written, and after. */
export interface TransferRow {
  readonly outcome: TransferOutcome;
  /** Where it is in the source. */
  readonly path: string;
  /** "" for what simply comes. */
  readonly code: string;
  readonly words: string;
}

/** Why a source was not read, or not read on. */
export interface TransferFailure {
  readonly code: string;
  /** For people, without `path`. */
  readonly words: string;
  /** The file of the source that it is about; absent: all of it, or the words say which. */
  readonly path?: string;
  /** Whose memos it holds, where it has to be said whose are meant. */
  readonly people: readonly string[];
}

/**
 * What comes in, or is taken back. `reading` asks nothing and writes nothing, `planned` waits for a
 * person, and `done` also is what was stopped on the way.
 */
export interface TransferJob {
  readonly id: string;
  readonly type: "import" | "undo";
  readonly phase: "reading" | "planned" | "running" | "done" | "failed";
  /** The way in which the source is written, once that is known. */
  readonly format: string | null;
  /** What was read, in words for people; "": not known yet. */
  readonly label: string;
  readonly counts: TransferCounts | null;
  /** How many memos were made, or went to the trash. */
  readonly made: number;
  /** How many stay where an import was taken back: they were edited since, or have comments. */
  readonly kept: number;
  /** By which it can be taken back; null: it made nothing. */
  readonly run: string | null;
  /** It was ended before its end. */
  readonly isStopped: boolean;
  readonly failure: TransferFailure | null;
}

/** The export that is being downloaded, or was last. */
export interface ExportJob {
  readonly phase: "running" | "done" | "failed";
  readonly memos: number;
  readonly files: number;
  /** How many files and memos are not in it, each of which it names. */
  readonly problems: number;
}

export interface TransferState {
  readonly job: TransferJob | null;
  readonly export: ExportJob | null;
}

/** Where memos come from. A token is never written anywhere. */
export type TransferSource =
  /** On this machine; only a window of the app may name one. */
  | { readonly path: string }
  /** What the page has sent under this name. */
  | { readonly staged: string }
  /** A memos server, which alone is asked. */
  | { readonly url: string; readonly token: string };

export interface TransferBegin {
  readonly from: TransferSource;
  /** Whose memos, where a source holds several people's. */
  readonly user?: string | undefined;
}

export interface TransferRows {
  /** Problems first, then what is skipped, new, and here. */
  readonly rows: readonly TransferRow[];
  readonly total: number;
}

/** An earlier import. */
export interface TransferRun {
  readonly id: string;
  readonly label: string;
  readonly startedMs: number;
  /** `begun`: it was broken off, or goes on. */
  readonly state: "begun" | "done" | "undone";
}

/** Brings memos of other programs in, in the background and one source at a time. */
export interface AppTransfer {
  state(): Promise<TransferState>;
  /** Reads a source and plans, which `state` shows. FAILED_PRECONDITION while another is at work. */
  begin(from: TransferBegin): Promise<Result<TransferJob, AppError>>;
  /** The rows of the job, or those of one outcome; the first few hundred. */
  rows(outcome: TransferOutcome | null): Promise<TransferRows>;
  /** Does what was planned. */
  run(): Promise<Result<TransferJob, AppError>>;
  /** Ends what is at work, or lets go of what was planned or has ended. */
  stop(): Promise<void>;
  /** Newest first. */
  runs(): Promise<TransferRun[]>;
  undo(run: string): Promise<Result<TransferJob, AppError>>;
}
