import type { AppError } from "../error/errors.ts";
import type { SyncLogEntry } from "../stores/sync-stores.ts";
import type { Result } from "../error/result.ts";
import type { OpNote } from "../sync/device/rejected/describe-op.ts";
import type { RefusalReason } from "../sync/device/rejected/describe-refusal.ts";
import type { LinkedMemo, MemoView } from "./lists/memo-view.ts";
import type { OwnDeviceName, SyncDevice } from "./sync/sync-device.ts";

/** Operation that the server refused, as its author sees it. */
export interface RejectedOperation {
  /** Id of the entry until the user resolves it. */
  readonly n: number;
  readonly memo: string;
  /** Description of the operation. */
  readonly what: OpNote;
  readonly atMs: number;
  /** Code of the refusal. */
  readonly code: string;
  readonly why: RefusalReason;
  /** The memo's text as its author last saw it; `null` if there was none. */
  readonly text: string | null;
  /** File that was to be attached, served like an attachment; `null` if there is none. */
  readonly file: { readonly id: string; readonly filename: string } | null;
}

/** Operation that the server hasn't answered yet, or file that isn't fully uploaded. */
export interface WaitingOperation {
  readonly id: string;
  /** Description of the operation. */
  readonly what: OpNote;
  /** Start of the memo that it is about; `null` if that isn't on this device. */
  readonly memo: LinkedMemo | null;
  readonly atMs: number;
  /** Number of times it was sent without an answer. */
  readonly attempts: number;
  /**
   * Reason for waiting. `file`: it is enqueued once the server has the content. `server`: the server is too
   * old for it. `null`: it is sent next.
   */
  readonly waitsFor: "file" | "server" | null;
}

/** Sync state for a report, without memo content. */
export interface SyncDiagnostics {
  readonly version: string;
  readonly atMs: number;
  readonly serverUrl: string | null;
  readonly state: string;
  readonly epoch: string | null;
  readonly streamId: string | null;
  readonly cursors: Readonly<Record<string, number>>;
  /** Number of memos, and of operations by kind. */
  readonly memos: number;
  readonly waiting: Readonly<Record<string, number>>;
  readonly rejected: Readonly<Record<string, number>>;
  readonly log: readonly SyncLogEntry[];
}

/** Action for the data on this device when its owner signs it out from another device. */
export type OnRevoked = "keep" | "wipe";

export interface FollowedSpace {
  /** Resource name. */
  readonly name: string;
  /** Title, or the id if the server hasn't sent one. */
  readonly title: string;
}

/** Scopes stored on this device besides the user's own memos. */
export interface Following {
  /** Spaces of the user, always followed, sorted by title. */
  readonly spaces: readonly FollowedSpace[];
  /** True if memos that others share with everyone are stored here. */
  readonly isPublic: boolean;
  /** True if they are to be stored but their first download isn't finished. */
  readonly isPublicComing: boolean;
}

/** One of the user's own memos that differs between this device and the server. */
export interface Differing {
  readonly id: string;
  /** Side that has the memo; `both` if the versions differ. */
  readonly at: "here" | "server" | "both";
  /** Start of the memo, if it is on this device. */
  readonly snippet: string | null;
  readonly tags: readonly string[];
}

/** Result of comparing this device with its server. */
export interface Verification {
  readonly atMs: number;
  /** Number of the user's own memos that are equal on both. */
  readonly memos: number;
  /** Number of memos that differ, and the first of them. */
  readonly differing: number;
  /** Number of held memos: what the user wrote is only on this device. */
  readonly unsent: number;
  readonly named: readonly Differing[];
}

/** Calls of the sync panel besides the status. */
export interface SyncTools {
  /** Returns the oldest hundred, oldest first. */
  waiting(): Promise<WaitingOperation[]>;
  /** Newest first. */
  rejected(): Promise<RejectedOperation[]>;
  /** Creates a new memo with the text and removes the entry. */
  copyRejected(n: number): Promise<Result<MemoView, AppError>>;
  discardRejected(n: number): Promise<Result<null, AppError>>;
  /** Repeats the change on the current memo. Fails with NOT_FOUND if the memo no longer exists. */
  retryRejected(n: number): Promise<Result<null, AppError>>;
  /** Returns the last 500 entries, newest first. */
  log(): Promise<SyncLogEntry[]>;
  diagnostics(): Promise<SyncDiagnostics>;
  /** Returns how the server key is stored: encrypted or in plain text; `null` if there is none. */
  keyKept(): Promise<"sealed" | "plain" | null>;
  devices(): Promise<Result<SyncDevice[], AppError>>;
  revokeDevice(id: string): Promise<Result<null, AppError>>;
  deviceName(): Promise<OwnDeviceName>;
  /** Renames the device; a blank name is replaced with the machine's. The server gets it when reachable. */
  renameDevice(name: string): Promise<OwnDeviceName>;
  onRevoked(): Promise<OnRevoked>;
  /**
   * Returns when the last copy from before an update expires (epoch ms), or null if there is none. It still
   * contains what was removed since.
   */
  copiesUntilMs(): Promise<number | null>;
  setOnRevoked(action: OnRevoked): Promise<void>;
  /** Returns true if this user's caret is shown in other editors of the account, and theirs here. */
  showsCarets(): Promise<boolean>;
  setShowsCarets(isOn: boolean): Promise<void>;
  following(): Promise<Following>;
  /** Returns the result of the last comparison, or null if there was none with this server. */
  verified(): Promise<Verification | null>;
  /**
   * Compares the user's own memos here with those on the server, by digests. Fails with FAILED_PRECONDITION
   * while not fully synced, and with UNIMPLEMENTED if the server is too old. Fails with RESOURCE_EXHAUSTED
   * while the server is too busy, with the delay before a retry if it sent one.
   */
  verify(): Promise<Result<Verification, AppError>>;
  /** Sends and downloads differing memos again, then compares like `verify`. */
  repair(): Promise<Result<Verification, AppError>>;
  /** Turning it off removes memos that no other scope shows, connected or not. */
  setFollowPublic(isOn: boolean): Promise<void>;
}
