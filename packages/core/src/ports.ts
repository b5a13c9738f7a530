import type {
  AuditLogReader,
  AuditLogStore,
  SignInAddressReader,
  SignInAddressStore,
} from "./audit/audit-log-store.ts";
import type {
  AttachmentReader,
  AttachmentStore,
  BlobMarkStore,
  ReceivedBlobStore,
} from "./attachment/attachment-store.ts";
import type {
  AttachmentBaseStore,
  BlobCacheStore,
  ThumbnailStore,
  BlobDownloadStore,
  BlobUploadStore,
} from "./attachment/device-blob-stores.ts";
import type { CommitEffect } from "./commit-effect.ts";
import type { EventReader, EventStore } from "./event/event-store.ts";
import type { FilterPlan } from "./filter/index.ts";
import type { Caller } from "./memo/access.ts";
import type {
  MemoDerived,
  MemoElement,
  MemoEntity,
  MemoHead,
  MemoRecord,
  MemoState,
  TextState,
} from "./memo/model.ts";
import type { NotificationReader, NotificationStore } from "./notification/notification-store.ts";
import type { RegisterReader, RegisterStore } from "./register/register.ts";
import type { UserSettingReader, UserSettingStore } from "./setting/setting-store.ts";
import type { ShareReader, ShareStore } from "./share/share-store.ts";
import type { SpaceReader, SpaceStore } from "./space/space-store.ts";
import type {
  BaseStore,
  CursorStore,
  DeferredStore,
  DueReferrerStore,
  EvictedStore,
  FeedStore,
  OutboxStore,
  SnapshotMarkStore,
  StreamStore,
  SyncLogStore,
  TombstoneStore,
} from "./sync/sync-stores.ts";
import type { AccessTokenStore, SessionStore, UserStore } from "./user/account-stores.ts";
import type {
  DeliveryReader,
  DeliveryStore,
  WebhookReader,
  WebhookStore,
} from "./webhook/webhook-store.ts";

export type * from "./attachment/attachment-store.ts";
export type * from "./attachment/device-blob-stores.ts";
export type * from "./register/register.ts";
export type * from "./sync/sync-stores.ts";
export type * from "./user/account-stores.ts";

/**
 * What core needs of a database. Every port is asynchronous so that the same services run on any
 * SQL database; inside a transaction nothing is awaited but the database itself.
 */
export interface Database {
  /** A consistent read. Sees everything committed before it began. */
  read<T>(work: (stores: ReadStores) => Promise<T>): Promise<T>;
  /**
   * One transaction: all of it or, when `work` rejects, none of it. Writers queue. `by` is whom it is
   * done for: whoever was let in by a credential is judged again in the transaction, which throws
   * `StandingLostError` when that has ended or allows less.
   */
  write<T>(work: (stores: WriteStores) => Promise<T>, by?: Caller): Promise<T>;
  /**
   * Calls `listener` after each commit, with the effects of its writes in their order; with none where
   * none was named. Before the writes are answered, on the same turn as the commit: whoever asks
   * meanwhile finds what `listener` has made of it. One that throws harms nobody else. Returns the way
   * to stop.
   */
  onCommit(listener: CommitListener): () => void;
}

export type CommitListener = (effects: readonly CommitEffect[]) => void;

/** Who reads. Decides which memos exist for them (docs/api-decisions.md §3). */
export interface ReadAccess {
  /** Resource name of the caller, or null for a signed-out reader of public memos. */
  readonly user: string | null;
  /** Resource names of the spaces the caller is a member of. */
  readonly spaces: readonly string[];
  /** What others show to everybody is left out: a device that has begun to drop it. */
  readonly hidesPublic?: boolean;
}

export type OrderField = "pinned" | "create_time" | "update_time" | "name";
export interface OrderTerm {
  readonly field: OrderField;
  readonly direction: "asc" | "desc";
}

/** A part of a total order: a field that was asked for, or what breaks ties (`totalOrder`). */
export interface SortKey<F extends string = OrderField> {
  readonly field: F | "create_time" | "number";
  readonly direction: "asc" | "desc";
}

/**
 * Where a page ended: the last row's values of each key of the list's total order, and its id, by
 * which lists go on that have no orders.
 */
export interface Keyset {
  readonly values: readonly (string | number)[];
  readonly id: string;
}

export interface MemoListQuery {
  readonly access: ReadAccess;
  /** Not looked at when `trash` is `only`: what is in the trash is listed whatever it was. */
  readonly state: MemoState;
  /** `none` leaves the trash out, `own` adds the caller's trashed memos, `only` lists nothing else. */
  readonly trash: "none" | "own" | "only";
  /** null: memos that are no comments; an id: the comments of that memo. */
  readonly parent: string | null;
  readonly filter: FilterPlan | null;
  /** No field twice; ties are broken as `totalOrder` says. Empty: newest first. */
  readonly order: readonly OrderTerm[];
  readonly after: Keyset | null;
  /** Rows to skip; only for the older form's `page`, 0 otherwise. */
  readonly offset: number;
  readonly limit: number;
}

/** One memo of a page whose text may not be read yet: what it is sorted by, and how large it is. */
export interface MemoPlace {
  readonly number: number;
  readonly id: string;
  readonly pinned: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
  /** What its row holds, in UTF-8. Told without reading it. */
  readonly bytes: number;
}

/** A page that is found as a whole, and read as far as its bytes allow. */
export interface MemoSlice {
  readonly places: readonly MemoPlace[];
  /** The memos of the first places, in the same order; one at least when there are places. */
  readonly memos: readonly MemoRecord[];
}

/** How a database finds one page of a list; for people who look into a slow filter. */
export interface ListExplanation {
  /** What is walked: `order`, `tag …`, `text, … rows`, `pinned`, `time` or `comments`. */
  readonly driver: string;
  readonly usesTextIndex: boolean;
  /** `here` on the thread that asks, `stepped` there and moved when it takes long, or `worker`. */
  readonly place: "here" | "stepped" | "worker";
  /** About how many rows the filter is asked of, at most; null when nothing says. */
  readonly rows: number | null;
  /** With `?` for values; null when the page is empty without asking. */
  readonly sql: string | null;
  /** The database's own plan, a line per step. */
  readonly plan: readonly string[];
}

/** A search among the NORMAL memos that the caller may read, comments left out. */
export interface MemoSearchQuery {
  readonly access: ReadAccess;
  /** Words without regard to case and accents, in any order; the last may be the start of one. */
  readonly text: string;
  /** Only memos with exactly this tag. */
  readonly tag: string | null;
  readonly limit: number;
}

/** From the first millisecond to the one before `toMs`; epoch milliseconds. */
export interface DaySpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** How far the reader's clock is ahead of UTC: where their days begin. */
  readonly offsetMs: number;
}

export interface DayCount {
  /** Days since 1970-01-01 by the reader's clock. */
  readonly day: number;
  readonly count: number;
}

export interface TagCount {
  readonly tag: string;
  readonly count: number;
  readonly lastUsedMs: number;
}

/** Counts of the caller's own memos, comments left out. */
export interface MemoCounts {
  readonly normal: number;
  readonly archived: number;
  readonly trashed: number;
  readonly pinned: number;
  readonly openTasks: number;
}

/** The narrow part of a memo that statistics count. */
export interface MemoStatRow {
  readonly id: string;
  readonly creator: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly pinned: boolean;
  readonly hasLink: boolean;
  readonly hasCode: boolean;
  readonly hasTaskList: boolean;
  readonly hasIncompleteTasks: boolean;
  readonly tags: readonly string[];
}

/** A comment, and what it is sorted by among those under the same memo. */
export interface ChildMemo {
  readonly id: string;
  readonly createdMs: number;
  readonly number: number;
}

export interface MemoReader {
  find(id: string): Promise<MemoRecord | null>;
  findByNumber(number: number): Promise<MemoRecord | null>;
  /** Ids by older-form number; numbers without a memo are left out. */
  idsByNumber(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** In no particular order; ids without a memo are left out. */
  findMany(ids: readonly string[]): Promise<MemoRecord[]>;
  /** The same without reading their texts. */
  heads(ids: readonly string[]): Promise<MemoHead[]>;
  /** The whole page, however large: for what is known to be short. */
  list(query: MemoListQuery): Promise<MemoRecord[]>;
  /** The page with its first memos, about `bytes` of them. */
  slice(query: MemoListQuery, bytes: number): Promise<MemoSlice>;
  /** The memos of places, in their order; those that are gone are left out. */
  atPlaces(places: readonly Pick<MemoPlace, "number">[]): Promise<MemoRecord[]>;
  /**
   * About how many bytes of the database memos take with their documents and elements, by id, told
   * without reading them. Ids without a memo are left out.
   */
  sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** What `list` would do. */
  explain(query: MemoListQuery): Promise<ListExplanation>;
  /** How many memos `list` would give without a limit. */
  count(query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">): Promise<number>;
  /** Memos that hold all the words of a text, best match first; all of them, however large. */
  search(query: MemoSearchQuery): Promise<MemoRecord[]>;
  /** The same with the first memos, about `bytes` of them. */
  searchSlice(query: MemoSearchQuery, bytes: number): Promise<MemoSlice>;
  /** The document of a memo; the seed (`state` null) when none is stored. */
  text(id: string, gen: number): Promise<TextState>;
  /** Documents of many memos, by id; those without a stored document are left out. */
  texts(ids: readonly string[]): Promise<Map<string, TextState>>;
  /** Elements of many memos, by id, removed ones included; memos without any are left out. */
  elements(ids: readonly string[]): Promise<ReadonlyMap<string, readonly MemoElement[]>>;
  /** Ids of the memos that link to each of the given ones, by id; those without any are left out. */
  referrers(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ids of the memos that link to one, in order of id, after `afterId`. */
  referrersAfter(target: string, afterId: string, limit: number): Promise<string[]>;
  /** Those of the ids whose memos have elements, referrers, comments or attachments. */
  idsWithParts(ids: readonly string[]): Promise<string[]>;
  /** The comments right under each of the given memos, newest first; those without are left out. */
  children(ids: readonly string[]): Promise<ReadonlyMap<string, readonly ChildMemo[]>>;
  /** Ids of the memos of a space that are no comments, in order of id, after `afterId`. */
  idsInSpace(space: string, afterId: string, limit: number): Promise<string[]>;
  /** What statistics are made of, for all memos that `list` would give without a limit; in no order. */
  statRows(
    query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">,
  ): Promise<MemoStatRow[]>;
  /** Ids of the memos below `id`, children before grandchildren. */
  descendants(id: string): Promise<string[]>;
  tagCounts(access: ReadAccess, own: boolean): Promise<TagCount[]>;
  /** How many of the user's listed memos were created on each day of a span, days without any left out. */
  dayCounts(user: string, span: DaySpan): Promise<DayCount[]>;
  counts(user: string): Promise<MemoCounts>;
  /** Ids of a creator's newest memos that are listed: no comments, archive or trash. */
  newestIds(creator: string, limit: number): Promise<string[]>;
  /** Ids of memos with a stored document, in id order, after `afterId`. */
  idsWithDocument(afterId: string, limit: number): Promise<string[]>;
  /** Ids of every memo of a creator, in id order, after `afterId`. */
  idsByCreator(creator: string, afterId: string, limit: number): Promise<string[]>;
  /** Ids of every memo of anybody else. */
  idsByOthers(creator: string): Promise<string[]>;
  /** The same in order of creator and id, after a place in that order. */
  othersAfter(
    creator: string,
    after: { readonly creator: string; readonly id: string },
    limit: number,
  ): Promise<{ readonly creator: string; readonly id: string }[]>;
  /** Ids of the comments of others right under a memo that is not here; in no order. */
  orphansByOthers(creator: string): Promise<string[]>;
  /** Trashed memos whose time is over, oldest first. */
  idsTrashedBefore(ms: number, limit: number): Promise<string[]>;
}

export interface MemoWriter extends MemoReader {
  /** Inserts or replaces a memo with its document and every index derived from it. */
  save(entity: MemoEntity, derived: MemoDerived): Promise<void>;
  /** Gives a memo another seq and changes nothing else. */
  renumber(id: string, seq: number): Promise<void>;
  /** Removes a memo, its document and its index rows. Its number is never given again. */
  remove(id: string): Promise<void>;
  /** Rewrites the creator of every memo and attachment of a profile that met its server (`users/local` → account). */
  renameCreator(from: string, to: string): Promise<void>;
}

/** Named single values of the instance or profile. */
export interface MetaStore {
  get(key: string): Promise<string | null>;
  /** The values that are there, by key. */
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  set(key: string, value: string | null): Promise<void>;
  /** The next number of the change sequence, from 1, without gaps within committed transactions. */
  nextSeq(): Promise<number>;
  headSeq(): Promise<number>;
}

export interface RevisionRecord {
  readonly id: string;
  readonly memo: string;
  readonly content: string;
  readonly author: string;
  readonly device: string;
  readonly reason: "edit" | "merge" | "overwrite" | "restore";
  readonly atMs: number;
}

/** An earlier text that is not read yet. */
export interface RevisionPlace {
  readonly id: string;
  /** Of its text, in UTF-8. */
  readonly bytes: number;
}

export interface RevisionStore {
  add(revision: RevisionRecord): Promise<void>;
  find(id: string): Promise<RevisionRecord | null>;
  /** Newest first; `afterId` is the last one of the page before. */
  listByMemo(memo: string, limit: number, afterId?: string): Promise<RevisionRecord[]>;
  /** The same without reading their texts. */
  places(memo: string, limit: number, afterId?: string): Promise<RevisionPlace[]>;
  /** In no particular order; ids without a revision are left out. */
  findMany(ids: readonly string[]): Promise<RevisionRecord[]>;
  latest(memo: string): Promise<RevisionRecord | null>;
  removeByMemo(memo: string): Promise<void>;
  /**
   * Of revisions older than `beforeMs` keeps the last of each memo and UTC day, and drops up to
   * `limit` others. Returns how many went.
   */
  thin(beforeMs: number, limit: number): Promise<number>;
}

/** A text that was replaced. */
export interface PastText {
  readonly memo: string;
  /** SHA-256 of the content, hex. */
  readonly sha: string;
  readonly content: string;
  readonly atMs: number;
  /** Whether a client was given it with its ETag, and may come back with it. */
  readonly isServed: boolean;
}

/**
 * Texts that were replaced lately, for merges that start from what a client has seen. Of each memo
 * the newest few are kept, those that were served apart from the others.
 */
export interface PastTextStore {
  keep(text: PastText): Promise<void>;
  /** The content whose hash begins with `sha`. */
  find(memo: string, sha: string): Promise<string | null>;
  removeBefore(ms: number, limit: number): Promise<number>;
  removeByMemo(memo: string): Promise<void>;
}

/** A document that was renewed, as it ended. */
export interface EndedDocument {
  readonly memo: string;
  readonly gen: number;
  /** A Yjs update of the whole document. */
  readonly state: Uint8Array;
  readonly atMs: number;
}

/** What late edits of renewed documents are carried over from. Of each memo the newest few are kept. */
export interface EndedDocumentStore {
  keep(ended: EndedDocument): Promise<void>;
  /** Its state. */
  find(memo: string, gen: number): Promise<Uint8Array | null>;
  removeBefore(ms: number, limit: number): Promise<number>;
  removeByMemo(memo: string): Promise<void>;
}

/** Figures of the whole database. */
export interface InstanceFigures {
  readonly users: number;
  /** Comments and the trash included. */
  readonly memos: number;
  readonly attachments: number;
  /** Content that is attached more than once counts once. */
  readonly localStorageBytes: number;
  readonly databaseBytes: number;
}

export interface FigureReader {
  read(): Promise<InstanceFigures>;
}

export interface ReadStores {
  readonly memos: MemoReader;
  readonly attachments: AttachmentReader;
  readonly receivedBlobs: Pick<ReceivedBlobStore, "find" | "bytesWaiting">;
  readonly blobUploads: Pick<BlobUploadStore, "find" | "list" | "count">;
  readonly blobDownloads: Pick<BlobDownloadStore, "due">;
  readonly blobCache: Pick<BlobCacheStore, "totalBytes" | "usage" | "evictable" | "pinnedAmong">;
  readonly thumbnails: Pick<ThumbnailStore, "due" | "among">;
  readonly users: Pick<
    UserStore,
    "findByUsername" | "findByNumber" | "list" | "isTaken" | "closedNames"
  >;
  readonly sessions: Pick<
    SessionStore,
    "findBySecretHash" | "findByAccessTokenHash" | "listByUser"
  >;
  readonly accessTokens: Pick<AccessTokenStore, "findByHash" | "find" | "listByUser">;
  readonly auditLog: AuditLogReader;
  readonly signInAddresses: SignInAddressReader;
  readonly meta: Pick<MetaStore, "get" | "getMany" | "headSeq">;
  readonly feed: Pick<FeedStore, "page" | "pageDown" | "scopesOf">;
  readonly streams: Pick<StreamStore, "find" | "findResult" | "seenSince">;
  readonly revisions: Pick<RevisionStore, "find" | "findMany" | "listByMemo" | "places" | "latest">;
  readonly spaces: SpaceReader;
  readonly shares: ShareReader;
  readonly userSettings: UserSettingReader;
  readonly registers: RegisterReader;
  readonly notifications: NotificationReader;
  readonly webhooks: WebhookReader;
  readonly deliveries: DeliveryReader;
  readonly events: EventReader;
  readonly figures: FigureReader;
  readonly outbox: Pick<
    OutboxStore,
    "pending" | "blocked" | "pendingOf" | "rejected" | "countPending" | "waitingAmong"
  >;
  readonly pastTexts: Pick<PastTextStore, "find">;
  readonly endedDocuments: Pick<EndedDocumentStore, "find">;
  readonly syncLog: Pick<SyncLogStore, "list">;
  readonly cursors: Pick<CursorStore, "all">;
}

export interface WriteStores {
  readonly memos: MemoWriter;
  readonly attachments: AttachmentStore;
  readonly blobMarks: BlobMarkStore;
  readonly receivedBlobs: ReceivedBlobStore;
  readonly blobUploads: BlobUploadStore;
  readonly blobDownloads: BlobDownloadStore;
  readonly blobCache: BlobCacheStore;
  readonly thumbnails: ThumbnailStore;
  readonly attachmentBases: AttachmentBaseStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly accessTokens: AccessTokenStore;
  readonly auditLog: AuditLogStore;
  readonly signInAddresses: SignInAddressStore;
  readonly meta: MetaStore;
  readonly feed: FeedStore;
  readonly streams: StreamStore;
  readonly revisions: RevisionStore;
  readonly spaces: SpaceStore;
  readonly shares: ShareStore;
  readonly userSettings: UserSettingStore;
  readonly registers: RegisterStore;
  readonly notifications: NotificationStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly events: EventStore;
  readonly figures: FigureReader;
  readonly pastTexts: PastTextStore;
  readonly endedDocuments: EndedDocumentStore;
  readonly syncLog: SyncLogStore;
  readonly snapshotMarks: SnapshotMarkStore;
  readonly tombstones: TombstoneStore;
  readonly dueReferrers: DueReferrerStore;
  readonly outbox: OutboxStore;
  readonly bases: BaseStore;
  readonly cursors: CursorStore;
  readonly evicted: EvictedStore;
  readonly deferred: DeferredStore;
  /** Runs `work` in a savepoint: when it rejects, only its own writes are undone. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Has `effect` told once this is committed; never when it is undone, by its savepoint or wholly. */
  afterCommit(effect: CommitEffect): void;
  /**
   * Whether an effect of a kind waits for the commit: one of this write, or of one before it that
   * shares its commit.
   */
  awaitsCommit(kind: CommitEffect["kind"]): boolean;
}
