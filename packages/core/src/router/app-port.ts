import type { CaretMove, OtherEditor } from "../carets/index.ts";
import type { AppError } from "../error/errors.ts";
import type { TagStep } from "../markdown/index.ts";
import type { TagChanges, TagUndo } from "../memo/index.ts";
import type { DayCount, DaySpan, MemoCounts, TagCount } from "../stores/memo-store.ts";
import type { RevisionRecord } from "../stores/revision-store.ts";
import type { MemoLocation, MemoState, Visibility } from "../model/memo.ts";
import type { SyncNote } from "../model/sync-note.ts";
import type { Result } from "../error/result.ts";
import type { AppAdministration } from "./administration/app-administration.ts";
import type { AppAttachments } from "./app-attachments.ts";
import type { AppBackups } from "./backups/app-backups.ts";
import type { AppBulk } from "./lists/app-bulk.ts";
import type { AppFinder } from "./lists/app-finder.ts";
import type { AppAccessTokens, AppPairing, AppWebhooks } from "./app-credentials.ts";
import type { AppShares } from "./app-shares.ts";
import type { AppStorage } from "./app-storage.ts";
import type { AppLibrary } from "./lists/app-library.ts";
import type { AppTagRuns } from "./app-tag-runs.ts";
import type { AppTasks } from "./lists/app-tasks.ts";
import type { AppTransfer } from "./app-transfer.ts";
import type { OwnThings } from "./own-things.ts";
import type { AppInbox } from "./app-inbox.ts";
import type { ListView, MemoCount, RecentSearches, SearchScope } from "./lists/search-port.ts";
import type { SyncTools } from "./sync-tools.ts";
import type { LinkedMemo, MemoView } from "./lists/memo-view.ts";
import type { AbortSignalLike } from "./shared/abort-signal.ts";
import type { UserReference } from "../names/names.ts";

export interface MemoPage {
  readonly memos: readonly MemoView[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
  /** Positive words of the search, to highlight in the text. */
  readonly terms: readonly string[];
  /** Memos that the comments on the page belong to. */
  readonly parents: readonly LinkedMemo[];
  /** True if memos that others share with everyone are excluded, even those on this device. */
  readonly isOwn?: boolean;
}

export interface MemoListInput {
  readonly view: ListView;
  /** Scope of the search; absent for the view. In other scopes the tag is ignored. */
  readonly scope?: SearchScope | undefined;
  readonly search: string;
  readonly tag: string | null;
  /** Id of one of the user's saved views to filter by. Ignored in other scopes, like the tag. */
  readonly saved?: string | null | undefined;
  /** Username of the author to filter by. Ignored in other scopes, like the tag. */
  readonly author?: string | null | undefined;
  /** True to include memos that others share with everyone, where the view would exclude them. */
  readonly withOthers?: boolean | undefined;
  readonly pinned: boolean | null;
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
}

/** Parameters of a list that determine its memos. */
export type MemoCountInput = Pick<
  MemoListInput,
  "view" | "scope" | "search" | "tag" | "saved" | "author" | "withOthers"
>;

/** Memos that a person shares with everyone, as far as they are on this device. */
export interface PersonFacts extends MemoCount {
  /** Time when the oldest was written; `null` if there are none. */
  readonly sinceMs: number | null;
}

export interface NewMemo {
  /** Chosen by the page, so that it can retry; a second memo with the id fails with `ALREADY_EXISTS`. */
  readonly id?: string | undefined;
  readonly content: string;
  readonly visibility?: Visibility | undefined;
  /** Resource name of a space that the user is in. */
  readonly space?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly parent?: string | undefined;
  /** Ids of its attachments, in order. */
  readonly attachments?: readonly string[] | undefined;
}

export interface MemoPatch {
  readonly content?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly state?: MemoState | undefined;
  readonly visibility?: Visibility | undefined;
  /** Resource name of one of the user's spaces, or of the memo's current one; `null` for none. */
  readonly space?: string | null | undefined;
  readonly createdMs?: number | undefined;
  readonly location?: MemoLocation | null | undefined;
}

/** Task to check or uncheck. */
export interface TaskTick {
  readonly index: number;
  readonly checked: boolean;
  /**
   * Text in which the index was counted, if it may have changed since. The task is then found by its content.
   */
  readonly seenIn?: string | undefined;
}

/** Memo after a change of tags, with the steps applied to its text. Both are needed to undo the change. */
export interface RetaggedView {
  readonly memo: MemoView;
  readonly steps: readonly TagStep[];
}

/** References between memos, in both directions; excludes comments. */
export interface MemoLinks {
  readonly to: readonly LinkedMemo[];
  readonly from: readonly LinkedMemo[];
}

/**
 * Parts of the app that a host may lack: backups to a folder, import and export, the window of the desktop
 * app, connecting to any server by its address, a copy that stays on the device, and the administration of
 * the server, which hosts of administrators have.
 */
export type HostPart = "backups" | "transfer" | "window" | "servers" | "copy" | "administration";

export interface Profile {
  /** `users/local` until the profile has connected to a server. */
  readonly user: UserReference;
  readonly version: string;
  /** Origin of the server, or null. */
  readonly serverUrl: string | null;
  /** Name that the server gives the notebook, according to its last answer, or null. */
  readonly title: string | null;
  /** Maximum size of an attachment in bytes: the server's last known limit. */
  readonly uploadBytes: number;
  /** True if the server transcribes recordings, according to its last answer. */
  readonly transcribes: boolean;
  /** True if there is a server with other users, according to its last answer. */
  readonly hasOthers: boolean;
  /** Parts that the page doesn't show. */
  readonly lacks: readonly HostPart[];
  /** Folder of the profile's files, unless that is the usual one or there is none. */
  readonly dataFolder: string | null;
}

/** Live text of a memo. `state` is a Yjs update of the document, base64. */
export interface OpenText {
  readonly gen: number;
  readonly state: string;
  readonly content: string;
}

/** An edit of a memo's live text. */
export interface TextEdit {
  readonly id: string;
  readonly gen: number;
  /** A Yjs update, base64. */
  readonly update: string;
  /** Number chosen by the editing session that made the edit, which isn't notified of it. */
  readonly session?: number | undefined;
}

/** Subscription to a memo's live text, with the state that the subscriber has. */
export interface TextWatch {
  readonly id: string;
  readonly session?: number | undefined;
  /** Generation and state vector (base64) of the subscriber's document; absent if it has none. */
  readonly since?: { readonly gen: number; readonly vector: string } | undefined;
  /** True to be notified of other editors of the memo; requires a session. */
  readonly carets?: boolean | undefined;
}

/**
 * Part of the document that a subscriber lacks, as a Yjs update in base64; all of it for another generation.
 */
export type TextChange = Pick<OpenText, "gen" | "state">;

/** Other editors of the memo, on this device and on others of the account. */
export interface TextOthers {
  readonly others: readonly OtherEditor[];
}

export interface SyncStatus {
  readonly state:
    | "local"
    | "synced"
    | "syncing"
    | "offline"
    | "paused"
    | "sign-in"
    | "error"
    | "server-too-old"
    | "app-too-old";
  readonly serverUrl: string | null;
  /** Number of unsent operations. */
  readonly waiting: number;
  readonly rejected: number;
  readonly lastSyncedMs: number | null;
  /** Current error, or null. */
  readonly error: SyncNote | null;
  /** Time of the next attempt, epoch ms. */
  readonly retryAtMs: number | null;
}

/** Ids of changed memos (`null`: reload everything), and whether the sync status changed. */
export interface Change {
  readonly memos: readonly string[] | null;
  readonly sync: boolean;
  /** True if views or settings changed. */
  readonly own?: boolean;
  /** True if notifications changed. */
  readonly inbox?: boolean;
  /** True if an import or export progressed. */
  readonly transfer?: boolean;
  /** True if the host is shutting down: the page saves unsaved text and closes. */
  readonly closing?: boolean;
  /** True if all local data is about to be replaced: the page saves unsaved text and reloads. */
  readonly restoring?: boolean;
}

/** Order of a page's draft saves: the one with the largest number was sent last. */
export interface DraftTurn {
  readonly page: string;
  readonly number: number;
}

/** How a page stores a draft. */
export interface DraftSave {
  readonly turn?: DraftTurn | undefined;
  /** Id of a reading of the stored draft that the page hasn't shown yet; see `App.setDraft`. */
  readonly reading?: string | undefined;
}

/** Calls of the UI on the profile that it shows. Implemented by the desktop's host. */
export interface App {
  profile(): Promise<Profile>;
  listMemos(input: MemoListInput): Promise<Result<MemoPage, AppError>>;
  /** Counts the memos of a list, up to a bound. */
  countMemos(input: MemoCountInput): Promise<Result<MemoCount, AppError>>;
  /** Returns a count of 0 for unknown users, and for users who share nothing. */
  personFacts(username: string): Promise<Result<PersonFacts, AppError>>;
  getMemo(id: string): Promise<Result<MemoView, AppError>>;
  createMemo(memo: NewMemo): Promise<Result<MemoView, AppError>>;
  updateMemo(id: string, patch: MemoPatch): Promise<Result<MemoView, AppError>>;
  /** Fails with FAILED_PRECONDITION if the text has changed and no longer contains the task. */
  toggleTask(id: string, task: TaskTick): Promise<Result<MemoView, AppError>>;
  /** Adds tags to memos and removes others; on all memos or none. */
  retagMemos(changes: TagChanges): Promise<Result<RetaggedView[], AppError>>;
  /** Undoes that change, and nothing that changed since. */
  undoRetag(undone: readonly TagUndo[]): Promise<Result<MemoView[], AppError>>;
  /** Adds or removes the user's reaction of a type. Idempotent. */
  setReaction(id: string, type: string, isOn: boolean): Promise<Result<MemoView, AppError>>;
  trashMemos(ids: readonly string[]): Promise<Result<null, AppError>>;
  /** Removes the note that the memo was merged. */
  seeMerge(id: string): Promise<void>;
  /**
   * Replaces the reading that stayed at a place of the memo's last merge with the other one. Fails with
   * FAILED_PRECONDITION if the text no longer has it.
   */
  takeReading(id: string, place: number): Promise<Result<MemoView, AppError>>;
  restoreMemos(ids: readonly string[]): Promise<Result<null, AppError>>;
  purgeMemos(ids: readonly string[]): Promise<Result<null, AppError>>;
  /** Purges all memos in the trash. Returns their number. */
  emptyTrash(): Promise<Result<number, AppError>>;
  listComments(id: string): Promise<Result<MemoView[], AppError>>;
  listLinks(id: string): Promise<Result<MemoLinks, AppError>>;
  /** Adds or removes a reference to another memo. */
  setLink(id: string, to: string, isOn: boolean): Promise<Result<MemoView, AppError>>;
  /** Returns revisions, newest first: those on this device, and the server's if it is reachable. */
  listRevisions(id: string): Promise<Result<RevisionRecord[], AppError>>;
  restoreRevision(id: string, revision: string): Promise<Result<MemoView, AppError>>;
  tags(): Promise<TagCount[]>;
  counts(): Promise<MemoCounts>;
  /** Counts the user's memos written on each day of a span, oldest first. */
  days(span: DaySpan): Promise<DayCount[]>;
  openText(id: string): Promise<Result<OpenText, AppError>>;
  pushText(edit: TextEdit): Promise<Result<null, AppError>>;
  watchText(
    watch: TextWatch,
    signal: AbortSignalLike | undefined,
  ): AsyncGenerator<TextChange | TextOthers>;
  moveCaret(move: CaretMove): Promise<void>;
  getDraft(key: string): Promise<string>;
  /**
   * Stores a draft; "" deletes it. With a `reading`, the draft that was stored before the first save of that
   * reading stays before the text. Returns that draft, and otherwise "".
   */
  setDraft(key: string, content: string, save?: DraftSave): Promise<string>;
  watchChanges(signal: AbortSignalLike | undefined): AsyncGenerator<Change>;
  syncStatus(): Promise<SyncStatus>;
  connect(server: {
    url: string;
    username: string;
    password: string;
  }): Promise<Result<SyncStatus, AppError>>;
  /**
   * Connects with a code from another device (`AppPairing`). Fails with PERMISSION_DENIED if the code is
   * wrong, used or expired. Fails with FAILED_PRECONDITION if there already is a server, or it is too old.
   */
  connectByCode(server: { url: string; code: string }): Promise<Result<SyncStatus, AppError>>;
  signIn(password: string): Promise<Result<SyncStatus, AppError>>;
  /**
   * Connects to the server that the page is from, where the page has signed in with a cookie. UNAUTHENTICATED
   * if it hasn't. FAILED_PRECONDITION if this browser has another account's memos, which stay as they are.
   */
  connectHere(): Promise<Result<SyncStatus, AppError>>;
  /** Leaves the server. In a browser this is `signOut` without `wipes`. */
  disconnect(): Promise<Result<SyncStatus, AppError>>;
  /**
   * Ends the session at once and leaves the server; it can't be undone. `wipes` also deletes everything here,
   * unsent changes too. UNAVAILABLE, and nothing changes, if the server can't be reached.
   */
  signOut(options: { readonly wipes: boolean }): Promise<Result<SyncStatus, AppError>>;
  /** Undoes `disconnect`, for two minutes. */
  undoDisconnect(): Promise<Result<SyncStatus, AppError>>;
  /** Returns the server and username of the last connection. */
  lastServer(): Promise<{ readonly url: string; readonly username: string } | null>;
  syncNow(): Promise<SyncStatus>;
  setPaused(paused: boolean): Promise<SyncStatus>;
  readonly administration: AppAdministration;
  readonly attachments: AppAttachments;
  readonly backups: AppBackups;
  readonly bulk: AppBulk;
  readonly finder: AppFinder;
  readonly inbox: AppInbox;
  readonly shares: AppShares;
  readonly accessTokens: AppAccessTokens;
  readonly webhooks: AppWebhooks;
  readonly pairing: AppPairing;
  readonly storage: AppStorage;
  readonly library: AppLibrary;
  readonly tasks: AppTasks;
  readonly syncTools: SyncTools;
  readonly tagRuns: AppTagRuns;
  readonly transfer: AppTransfer;
  readonly own: OwnThings;
  readonly searches: RecentSearches;
}
