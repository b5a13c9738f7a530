import type { CaretMove, OtherEditor } from "../carets/index.ts";
import type { AppError } from "../error/errors.ts";
import type { TagStep } from "../markdown/index.ts";
import type { TagChanges, TagUndo } from "../memo/index.ts";
import type { DayCount, DaySpan, MemoCounts, TagCount } from "../stores/memo-store.ts";
import type { RevisionRecord } from "../stores/revision-store.ts";
import type { MemoLocation, MemoState, Visibility } from "../model/memo.ts";
import type { SyncNote } from "../model/sync-note.ts";
import type { Result } from "../error/result.ts";
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
  /** null on the last page. */
  readonly nextCursor: string | null;
  /** The positive words of the search, to be marked in the text. */
  readonly terms: readonly string[];
  /** What the comments among them are on. */
  readonly parents: readonly LinkedMemo[];
  /** What others show to everybody is none of it, though it is on this device. */
  readonly isOwn?: boolean;
}

export interface MemoListInput {
  readonly view: ListView;
  /** Where to look; absent: in the view. Elsewhere the tag does not count. */
  readonly scope?: SearchScope | undefined;
  readonly search: string;
  readonly tag: string | null;
  /** Id of a view of the user: only what that asks for. Like the tag it does not count elsewhere. */
  readonly saved?: string | null | undefined;
  /** Username: only what this person wrote. Like the tag it does not count elsewhere. */
  readonly author?: string | null | undefined;
  /** What others show to everybody too, where the view by itself would be without it. */
  readonly withOthers?: boolean | undefined;
  readonly pinned: boolean | null;
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
}

/** Of a list what says which memos it has. */
export type MemoCountInput = Pick<
  MemoListInput,
  "view" | "scope" | "search" | "tag" | "saved" | "author" | "withOthers"
>;

/** What a person shows to everybody, as far as it is on this device. */
export interface PersonFacts extends MemoCount {
  /** When the oldest of it was written; null: there is none. */
  readonly sinceMs: number | null;
}

export interface NewMemo {
  /** Chosen by the page, so that it can send the memo again; a second one is `ALREADY_EXISTS`. */
  readonly id?: string | undefined;
  readonly content: string;
  readonly visibility?: Visibility | undefined;
  /** Resource name of a space that the user is in. */
  readonly space?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly parent?: string | undefined;
  /** Ids of the attachments that it has, in order. */
  readonly attachments?: readonly string[] | undefined;
}

export interface MemoPatch {
  readonly content?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly state?: MemoState | undefined;
  readonly visibility?: Visibility | undefined;
  /** Resource name of a space that the user is in, or of the one that the memo is in; null: none. */
  readonly space?: string | null | undefined;
  readonly createdMs?: number | undefined;
  readonly location?: MemoLocation | null | undefined;
}

/** A task that is to be done, or to be open again. */
export interface TaskTick {
  readonly index: number;
  readonly checked: boolean;
  /**
   * The text that the number was read in, where it may be another by now: the task is then found by
   * what it says.
   */
  readonly seenIn?: string | undefined;
}

/** A memo with other tags, and what was done to its text for that: with both it can be undone. */
export interface RetaggedView {
  readonly memo: MemoView;
  readonly steps: readonly TagStep[];
}

/** Which memos a memo refers to, and which refer to it; comments are none. */
export interface MemoLinks {
  readonly to: readonly LinkedMemo[];
  readonly from: readonly LinkedMemo[];
}

export interface Profile {
  /** `users/local` until the profile met a server. */
  readonly user: UserReference;
  readonly version: string;
  /** Origin of the server, or null. */
  readonly serverUrl: string | null;
  /** Largest file that can be attached: what the server takes, as far as it has said. */
  readonly uploadBytes: number;
  /** Whether the server has recordings written down, as far as it has said. */
  readonly transcribes: boolean;
  /** Whether there is a server that has people beside the user, as far as it has said. */
  readonly hasOthers: boolean;
}

/** `state` of the document is a Yjs update, base64. */
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
  /** The editing session that made it, by a number of its own choice: it is not notified of it. */
  readonly session?: number | undefined;
}

/** Whoever wants to hear of a memo's live text, and what they have of it. */
export interface TextWatch {
  readonly id: string;
  readonly session?: number | undefined;
  /** Generation and state vector (base64) of the document that they have; absent: nothing. */
  readonly since?: { readonly gen: number; readonly vector: string } | undefined;
  /** Whether it wants to know who else has the memo open; for that it needs a session. */
  readonly carets?: boolean | undefined;
}

/** What a watcher lacks of the document, a Yjs update in base64: of another generation all of it. */
export type TextChange = Pick<OpenText, "gen" | "state">;

/** Who else has the memo open now, on this device and on others of the account. */
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
  /** Operations that wait to be sent. */
  readonly waiting: number;
  readonly rejected: number;
  readonly lastSyncedMs: number | null;
  /** The last error, while it stands. */
  readonly error: SyncNote | null;
  /** When the next try is due, epoch ms. */
  readonly retryAtMs: number | null;
}

/** Which memos changed (null: read everything again), and whether the sync status did. */
export interface Change {
  readonly memos: readonly string[] | null;
  readonly sync: boolean;
  /** Whether views or settings did. */
  readonly own?: boolean;
  /** Whether notifications did. */
  readonly inbox?: boolean;
  /** Whether what comes in or goes out is further. */
  readonly transfer?: boolean;
  /** The host ends: whoever hears it says its last words and leaves. */
  readonly closing?: boolean;
  /** Everything that is here is another's soon: whoever hears it begins anew after its last words. */
  readonly restoring?: boolean;
}

/** Which of a page's drafts one is: the one with the largest number was sent last. */
export interface DraftTurn {
  readonly page: string;
  readonly number: number;
}

/** Everything that the UI can ask of the profile it shows. Implemented by the desktop's host. */
export interface App {
  profile(): Promise<Profile>;
  listMemos(input: MemoListInput): Promise<Result<MemoPage, AppError>>;
  /** How many memos a list has; beyond a bound they are not counted. */
  countMemos(input: MemoCountInput): Promise<Result<MemoCount, AppError>>;
  /** Of nobody by that name, and of who shows nothing, the count is 0. */
  personFacts(username: string): Promise<Result<PersonFacts, AppError>>;
  getMemo(id: string): Promise<Result<MemoView, AppError>>;
  createMemo(memo: NewMemo): Promise<Result<MemoView, AppError>>;
  updateMemo(id: string, patch: MemoPatch): Promise<Result<MemoView, AppError>>;
  /** FAILED_PRECONDITION when the text that it was seen in has changed, and it is there no more. */
  toggleTask(id: string, task: TaskTick): Promise<Result<MemoView, AppError>>;
  /** Adds tags to memos and removes others, of all or of none. */
  retagMemos(changes: TagChanges): Promise<Result<RetaggedView[], AppError>>;
  /** Takes that back, and nothing that came since. */
  undoRetag(undone: readonly TagUndo[]): Promise<Result<MemoView[], AppError>>;
  /** Adds or takes back the user's reaction of a type. One that is so already stays. */
  setReaction(id: string, type: string, isOn: boolean): Promise<Result<MemoView, AppError>>;
  trashMemos(ids: readonly string[]): Promise<Result<null, AppError>>;
  /** Takes the note away that the memo was merged. */
  seeMerge(id: string): Promise<void>;
  restoreMemos(ids: readonly string[]): Promise<Result<null, AppError>>;
  purgeMemos(ids: readonly string[]): Promise<Result<null, AppError>>;
  /** Purges all that is in the trash now; says how many memos that was. */
  emptyTrash(): Promise<Result<number, AppError>>;
  listComments(id: string): Promise<Result<MemoView[], AppError>>;
  listLinks(id: string): Promise<Result<MemoLinks, AppError>>;
  /** Makes a memo refer to another, or not any more. */
  setLink(id: string, to: string, isOn: boolean): Promise<Result<MemoView, AppError>>;
  /** Newest first: what this device keeps, and what the server does while it can be asked. */
  listRevisions(id: string): Promise<Result<RevisionRecord[], AppError>>;
  restoreRevision(id: string, revision: string): Promise<Result<MemoView, AppError>>;
  tags(): Promise<TagCount[]>;
  counts(): Promise<MemoCounts>;
  /** How many memos of the user were written on each day of a span, oldest first. */
  days(span: DaySpan): Promise<DayCount[]>;
  openText(id: string): Promise<Result<OpenText, AppError>>;
  pushText(edit: TextEdit): Promise<Result<null, AppError>>;
  watchText(
    watch: TextWatch,
    signal: AbortSignalLike | undefined,
  ): AsyncGenerator<TextChange | TextOthers>;
  moveCaret(move: CaretMove): Promise<void>;
  getDraft(key: string): Promise<string>;
  setDraft(key: string, content: string, turn?: DraftTurn): Promise<void>;
  watchChanges(signal: AbortSignalLike | undefined): AsyncGenerator<Change>;
  syncStatus(): Promise<SyncStatus>;
  connect(server: {
    url: string;
    username: string;
    password: string;
  }): Promise<Result<SyncStatus, AppError>>;
  /**
   * The same by a code that another device was given (`AppPairing`). PERMISSION_DENIED for a code that
   * is wrong, used or too old; FAILED_PRECONDITION where there is a server already, or it is too old.
   */
  connectByCode(server: { url: string; code: string }): Promise<Result<SyncStatus, AppError>>;
  signIn(password: string): Promise<Result<SyncStatus, AppError>>;
  disconnect(): Promise<SyncStatus>;
  /** Takes `disconnect` back, for two minutes. */
  undoDisconnect(): Promise<Result<SyncStatus, AppError>>;
  /** Where the profile was connected last, and as whom. */
  lastServer(): Promise<{ readonly url: string; readonly username: string } | null>;
  syncNow(): Promise<SyncStatus>;
  setPaused(paused: boolean): Promise<SyncStatus>;
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
