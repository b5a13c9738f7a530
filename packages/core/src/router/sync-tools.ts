import type { AppError } from "../error/errors.ts";
import type { SyncLogEntry } from "../stores/sync-stores.ts";
import type { Result } from "../error/result.ts";
import type { OpNote } from "../sync/device/rejected/describe-op.ts";
import type { RefusalReason } from "../sync/device/rejected/describe-refusal.ts";
import type { LinkedMemo, MemoView } from "./lists/memo-view.ts";
import type { OwnDeviceName, SyncDevice } from "./sync/sync-device.ts";

/** An operation that the server refused, as its author sees it. */
export interface RejectedOperation {
  /** Names it until it is dealt with. */
  readonly n: number;
  readonly memo: string;
  /** What was done. */
  readonly what: OpNote;
  readonly atMs: number;
  /** The code that the server gave. */
  readonly code: string;
  readonly why: RefusalReason;
  /** The memo's text as its author last saw it; null when there was none. */
  readonly text: string | null;
  /** The file that was to be attached, served as an attachment is; null when it is about none. */
  readonly file: { readonly id: string; readonly filename: string } | null;
}

/** An operation that the server has not answered yet, or a file that it does not have whole. */
export interface WaitingOperation {
  readonly id: string;
  /** What was done. */
  readonly what: OpNote;
  /** The beginning of the memo that it is about; null when there is none here. */
  readonly memo: LinkedMemo | null;
  readonly atMs: number;
  /** How often it was sent without an answer. */
  readonly attempts: number;
  /**
   * `file`: it is enqueued once the server has the content. `server`: that is too old for it. null: it
   * is next.
   */
  readonly waitsFor: "file" | "server" | null;
}

/** State of the sync without content of memos, for a report. */
export interface SyncDiagnostics {
  readonly version: string;
  readonly atMs: number;
  readonly serverUrl: string | null;
  readonly state: string;
  readonly epoch: string | null;
  readonly streamId: string | null;
  readonly cursors: Readonly<Record<string, number>>;
  /** How many memos there are, and operations by kind. */
  readonly memos: number;
  readonly waiting: Readonly<Record<string, number>>;
  readonly rejected: Readonly<Record<string, number>>;
  readonly log: readonly SyncLogEntry[];
}

/** What this device does with its data when its owner signs it out from elsewhere. */
export type OnRevoked = "keep" | "wipe";

export interface FollowedSpace {
  /** Resource name. */
  readonly name: string;
  /** Its id where the server has not said what it is called. */
  readonly title: string;
}

/** What this device keeps beside its user's own memos. */
export interface Following {
  /** The spaces that the user is in, followed without being asked for, in order of title. */
  readonly spaces: readonly FollowedSpace[];
  /** Whether what others show to everybody is kept here. */
  readonly isPublic: boolean;
  /** Whether it is to be, and what there was of it is still on its way. */
  readonly isPublicComing: boolean;
}

/** A memo of the user's own that this device and the server do not have alike. */
export interface Differing {
  readonly id: string;
  /** Who has it; both: each otherwise. */
  readonly at: "here" | "server" | "both";
  /** How it begins, where it is here. */
  readonly snippet: string | null;
  readonly tags: readonly string[];
}

/** What came of comparing this device with its server. */
export interface Verification {
  readonly atMs: number;
  /** How many of the user's own memos are on both alike. */
  readonly memos: number;
  /** How many are not, and the first of them. */
  readonly differing: number;
  readonly named: readonly Differing[];
}

/** What the sync panel can ask beside the status. */
export interface SyncTools {
  /** The oldest hundred, oldest first. */
  waiting(): Promise<WaitingOperation[]>;
  /** Newest first. */
  rejected(): Promise<RejectedOperation[]>;
  /** Makes a new memo of the text and takes the entry away. */
  copyRejected(n: number): Promise<Result<MemoView, AppError>>;
  discardRejected(n: number): Promise<Result<null, AppError>>;
  /** Makes the change again on the memo as it is now. NOT_FOUND when the memo is gone. */
  retryRejected(n: number): Promise<Result<null, AppError>>;
  /** The last 500 entries, newest first. */
  log(): Promise<SyncLogEntry[]>;
  diagnostics(): Promise<SyncDiagnostics>;
  /** How the key of the server is kept: from whoever reads the files, or not; null: there is none. */
  keyKept(): Promise<"sealed" | "plain" | null>;
  devices(): Promise<Result<SyncDevice[], AppError>>;
  revokeDevice(id: string): Promise<Result<null, AppError>>;
  deviceName(): Promise<OwnDeviceName>;
  /** Blank: as the machine calls itself. The server hears of it as soon as it can be asked. */
  renameDevice(name: string): Promise<OwnDeviceName>;
  onRevoked(): Promise<OnRevoked>;
  /**
   * Until when the last copy from before an update is kept (epoch ms), which still holds what was
   * removed since; null when there is none.
   */
  copiesUntilMs(): Promise<number | null>;
  setOnRevoked(action: OnRevoked): Promise<void>;
  /** Whether where one writes is shown in other editors of the account, and theirs here. */
  showsCarets(): Promise<boolean>;
  setShowsCarets(isOn: boolean): Promise<void>;
  following(): Promise<Following>;
  /** What this device was found to have when it was compared last; null: with this server never. */
  verified(): Promise<Verification | null>;
  /**
   * Compares the user's own memos here with those on the server, by digests. FAILED_PRECONDITION while
   * not everything is sent and taken, UNIMPLEMENTED where the server is too old for it, RESOURCE_EXHAUSTED
   * while it has too much to do, with how long to wait where it said so.
   */
  verify(): Promise<Result<Verification, AppError>>;
  /** The same, once what was found to differ was sent and brought anew. */
  repair(): Promise<Result<Verification, AppError>>;
  /** Turning it off removes what nothing else shows, connected or not. */
  setFollowPublic(isOn: boolean): Promise<void>;
}
