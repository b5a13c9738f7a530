import type { AttachmentRecord, AttachmentRow } from "./attachment/model.ts";
import type { EventReader, EventStore } from "./event/event-store.ts";
import type { FilterPlan } from "./filter/index.ts";
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
import type { UserSettingReader, UserSettingStore } from "./setting/setting-store.ts";
import type { ShareReader, ShareStore } from "./share/share-store.ts";
import type { SpaceReader, SpaceStore } from "./space/space-store.ts";
import type { MemoOp } from "./sync/operation.ts";
import type { SavedViewReader, SavedViewStore } from "./view/view-store.ts";
import type {
  DeliveryReader,
  DeliveryStore,
  WebhookReader,
  WebhookStore,
} from "./webhook/webhook-store.ts";

/**
 * What core needs of a database. Every port is asynchronous so that the same services run on any
 * SQL database; inside a transaction nothing is awaited but the database itself.
 */
export interface Database {
  /** A consistent read. Sees everything committed before it began. */
  read<T>(work: (stores: ReadStores) => Promise<T>): Promise<T>;
  /** One transaction: all of it or, when `work` rejects, none of it. Writers queue. */
  write<T>(work: (stores: WriteStores) => Promise<T>): Promise<T>;
}

/** Who reads. Decides which memos exist for them (decisions.md §3). */
export interface ReadAccess {
  /** Resource name of the caller, or null for a signed-out reader of public memos. */
  readonly user: string | null;
  /** Resource names of the spaces the caller is a member of. */
  readonly spaces: readonly string[];
}

export type OrderField = "pinned" | "create_time" | "update_time" | "name";
export interface OrderTerm {
  readonly field: OrderField;
  readonly direction: "asc" | "desc";
}

/** The sort values of the last row of a page, in the order of the terms, then its id. */
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
  /** Ties are broken by id, in the direction of the last term. Empty: newest first. */
  readonly order: readonly OrderTerm[];
  readonly after: Keyset | null;
  /** Rows to skip; only for the older form's `page`, 0 otherwise. */
  readonly offset: number;
  readonly limit: number;
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

export interface MemoReader {
  find(id: string): Promise<MemoRecord | null>;
  findByNumber(number: number): Promise<MemoRecord | null>;
  /** In no particular order; ids without a memo are left out. */
  findMany(ids: readonly string[]): Promise<MemoRecord[]>;
  /** The same without reading their texts. */
  heads(ids: readonly string[]): Promise<MemoHead[]>;
  list(query: MemoListQuery): Promise<MemoRecord[]>;
  /** What `list` would do. */
  explain(query: MemoListQuery): Promise<ListExplanation>;
  /** How many memos `list` would give without a limit. */
  count(query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">): Promise<number>;
  /** Memos that hold all the words of a text, best match first. */
  search(query: MemoSearchQuery): Promise<MemoRecord[]>;
  /** The document of a memo; the seed (`state` null) when none is stored. */
  text(id: string, gen: number): Promise<TextState>;
  /** Documents of many memos, by id; those without a stored document are left out. */
  texts(ids: readonly string[]): Promise<Map<string, TextState>>;
  /** Elements of many memos, by id, removed ones included; memos without any are left out. */
  elements(ids: readonly string[]): Promise<ReadonlyMap<string, readonly MemoElement[]>>;
  /** Ids of the memos that link to each of the given ones, by id; those without any are left out. */
  referrers(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ids of the comments right under each of the given memos, oldest first; those without are left out. */
  children(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Ids of the memos of a space that are no comments, in order of id, after `afterId`. */
  idsInSpace(space: string, afterId: string, limit: number): Promise<string[]>;
  /** What statistics are made of, for all memos that `list` would give without a limit; in no order. */
  statRows(
    query: Omit<MemoListQuery, "order" | "after" | "offset" | "limit">,
  ): Promise<MemoStatRow[]>;
  /** Ids of the memos below `id`, children before grandchildren. */
  descendants(id: string): Promise<string[]>;
  tagCounts(access: ReadAccess, own: boolean): Promise<TagCount[]>;
  counts(user: string): Promise<MemoCounts>;
  /** Ids of a creator's newest memos that are listed: no comments, archive or trash. */
  newestIds(creator: string, limit: number): Promise<string[]>;
  /** Ids of memos with a stored document, in id order, after `afterId`. */
  idsWithDocument(afterId: string, limit: number): Promise<string[]>;
  /** Ids of every memo of a creator, in id order, after `afterId`. */
  idsByCreator(creator: string, afterId: string, limit: number): Promise<string[]>;
  /** Ids of every memo of anybody else. */
  idsByOthers(creator: string): Promise<string[]>;
  /** Trashed memos whose time is over, oldest first. */
  idsTrashedBefore(ms: number, limit: number): Promise<string[]>;
}

export interface MemoWriter extends MemoReader {
  /** Inserts or replaces a memo with its document and every index derived from it. */
  save(entity: MemoEntity, derived: MemoDerived): Promise<void>;
  /** Removes a memo, its document and its index rows. Its number is never given again. */
  remove(id: string): Promise<void>;
  /** Rewrites the creator of every memo of a profile that met its server (`users/local` → account). */
  renameCreator(from: string, to: string): Promise<void>;
}

export interface AttachmentOrderTerm {
  readonly field: "create_time" | "update_time" | "filename" | "size" | "type" | "name";
  readonly direction: "asc" | "desc";
}

export interface AttachmentListQuery {
  readonly creator: string;
  readonly filter: FilterPlan | null;
  /** Ties are broken by id, in the direction of the last term. */
  readonly order: readonly AttachmentOrderTerm[];
  readonly after: Keyset | null;
  /** Rows to skip; only for the older form's `page`, 0 otherwise. */
  readonly offset: number;
  readonly limit: number;
}

export interface AttachmentReader {
  find(id: string): Promise<AttachmentRecord | null>;
  findByNumber(number: number): Promise<AttachmentRecord | null>;
  /** In no particular order; ids without an attachment are left out. */
  findMany(ids: readonly string[]): Promise<AttachmentRecord[]>;
  list(query: AttachmentListQuery): Promise<AttachmentRecord[]>;
  /** Those of the given memos, each memo's in order of position. */
  listByMemos(memos: readonly string[]): Promise<AttachmentRecord[]>;
  /** What all files of a user take together; content that is attached twice counts twice. */
  bytesOf(creator: string): Promise<number>;
}

export interface AttachmentStore extends AttachmentReader {
  /** The number is given by the store. */
  insert(attachment: AttachmentRow): Promise<AttachmentRecord>;
  update(attachment: AttachmentRow): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Removes those of a creator that are on no memo. */
  removeLoose(creator: string): Promise<void>;
}

/** Which content no attachment uses, and since when: what a sweep goes by. */
export interface BlobMarkStore {
  /** Those of the given hashes that an attachment uses. */
  usedAmong(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Marks content as unused; what is marked already keeps its time. */
  mark(hashes: readonly string[], atMs: number): Promise<void>;
  unmark(hashes: readonly string[]): Promise<void>;
  /** Content that is marked since before `ms` and that no attachment uses, oldest first. */
  markedBefore(ms: number, limit: number): Promise<string[]>;
}

export type UserRole = "ADMIN" | "USER";
export interface UserRecord {
  readonly number: number;
  readonly username: string;
  readonly role: UserRole;
  /** The first administrator of the instance, `HOST` in the older form. */
  readonly isHost: boolean;
  readonly passwordHash: string;
  readonly email: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly description: string;
  readonly state: MemoState;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** Closed accounts are found by nothing here but `isTaken` and `closedNames`. */
export interface UserStore {
  /** Without regard to case. */
  findByUsername(username: string): Promise<UserRecord | null>;
  findByNumber(number: number): Promise<UserRecord | null>;
  /** In order of number. */
  list(): Promise<UserRecord[]>;
  /** Whether the name belongs to an account, or did: without regard to case. */
  isTaken(username: string): Promise<boolean>;
  /** Usernames of closed accounts. */
  closedNames(): Promise<string[]>;
  /** The number is given by the store. */
  insert(user: Omit<UserRecord, "number">): Promise<UserRecord>;
  update(user: UserRecord): Promise<void>;
  /** Empties an account and keeps its name, so that nobody takes it again. */
  close(number: number, atMs: number): Promise<void>;
}

export interface SessionRecord {
  readonly id: string;
  /** SHA-256 of the secret, hex. The secret itself is never stored. */
  readonly secretHash: string;
  /** SHA-256 of the session's access token, hex. */
  readonly accessTokenHash: string;
  readonly accessTokenExpiresMs: number;
  readonly user: string;
  readonly kind: "web" | "device";
  readonly clientInfo: string;
  readonly createdMs: number;
  readonly lastUsedMs: number;
  readonly expiresMs: number;
  /** When its user ended the session of a device, so that the device can be told; else null. */
  readonly revokedMs: number | null;
}

export interface SessionStore {
  findBySecretHash(hash: string): Promise<SessionRecord | null>;
  findByAccessTokenHash(hash: string): Promise<SessionRecord | null>;
  listByUser(user: string): Promise<SessionRecord[]>;
  insert(session: SessionRecord): Promise<void>;
  update(session: SessionRecord): Promise<void>;
  remove(id: string): Promise<void>;
  removeByUser(user: string, exceptId: string | null): Promise<void>;
  removeExpired(nowMs: number): Promise<void>;
}

export type TokenScope = "read" | "write" | "admin";
export interface AccessTokenRecord {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly description: string;
  readonly scope: TokenScope | null;
  /** SHA-256 of the value, hex. */
  readonly hash: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly lastUsedMs: number | null;
  /** Revoked tokens stay, so that their use can be told from an unknown one. */
  readonly revokedMs: number | null;
}

export interface AccessTokenStore {
  findByHash(hash: string): Promise<AccessTokenRecord | null>;
  find(id: string): Promise<AccessTokenRecord | null>;
  /** Newest first, revoked ones left out, after `afterId` in that order. */
  listByUser(user: string, afterId: string | null, limit: number): Promise<AccessTokenRecord[]>;
  insert(token: AccessTokenRecord): Promise<void>;
  update(token: AccessTokenRecord): Promise<void>;
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

export type FeedOp = "up" | "evict" | "del";
export interface FeedRow {
  readonly scope: string;
  readonly kind: string;
  readonly entity: string;
  readonly seq: number;
  readonly op: FeedOp;
}

/** One row per entity and scope, holding the newest change (sync.md). */
export interface FeedStore {
  put(row: FeedRow): Promise<void>;
  /** Rows of a scope with a higher seq, in seq order. */
  page(scope: string, afterSeq: number, limit: number): Promise<FeedRow[]>;
  /** What is in a scope (rows `up`) below a seq, newest change first. */
  pageDown(scope: string, belowSeq: number, limit: number): Promise<FeedRow[]>;
  /** The rows of one entity, one per scope that it is or was in. */
  scopesOf(kind: string, entity: string): Promise<FeedRow[]>;
  /** Drops up to `limit` rows of what left (`evict`, `del`) up to a seq. Returns how many went. */
  compact(uptoSeq: number, limit: number): Promise<number>;
}

export interface StreamRecord {
  readonly id: string;
  readonly device: string;
  readonly user: string;
  readonly lastN: number;
  readonly lastSeenMs: number;
  /** How far the device has got in its user's own scope. */
  readonly confirmedSeq: number;
}

export interface OpResultRecord {
  readonly streamId: string;
  readonly n: number;
  readonly payloadHash: string;
  /** `applied`, or the reason of the refusal. */
  readonly code: string;
  readonly atMs: number;
}

export interface StreamStore {
  find(id: string): Promise<StreamRecord | null>;
  save(stream: StreamRecord): Promise<void>;
  findResult(streamId: string, n: number): Promise<OpResultRecord | null>;
  addResult(result: OpResultRecord): Promise<void>;
  removeResultsBefore(ms: number): Promise<void>;
  /** Streams that were used since `ms`, of all users. */
  seenSince(ms: number): Promise<StreamRecord[]>;
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

export interface RevisionStore {
  add(revision: RevisionRecord): Promise<void>;
  find(id: string): Promise<RevisionRecord | null>;
  /** Newest first; `afterId` is the last one of the page before. */
  listByMemo(memo: string, limit: number, afterId?: string): Promise<RevisionRecord[]>;
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

/** What was removed for good, so that a late operation cannot bring it back. */
export interface TombstoneStore {
  has(kind: string, entity: string): Promise<boolean>;
  add(kind: string, entity: string, seq: number, atMs: number): Promise<void>;
}

export type OutboxState = "pending" | "blocked" | "rejected";
export interface OutboxRow {
  /** Position in the device's stream. */
  readonly n: number;
  readonly op: MemoOp;
  readonly state: OutboxState;
  /** How often it has been sent; an operation that was sent is never changed. */
  readonly attempts: number;
  readonly error: string | null;
  readonly atMs: number;
}

export interface OutboxStore {
  append(op: MemoOp, atMs: number): Promise<number>;
  /** Pending rows in order of n. */
  pending(limit: number): Promise<OutboxRow[]>;
  /** Pending rows of one entity in order of n. */
  pendingOf(entity: string): Promise<OutboxRow[]>;
  rejected(limit: number): Promise<OutboxRow[]>;
  countPending(): Promise<number>;
  /** Those of the given entities that have pending rows. */
  waitingAmong(entities: readonly string[]): Promise<ReadonlySet<string>>;
  /** Replaces the payload of a row that was never sent. */
  replace(n: number, op: MemoOp): Promise<void>;
  markSent(ns: readonly number[]): Promise<void>;
  reject(n: number, error: string): Promise<void>;
  remove(ns: readonly number[]): Promise<void>;
  /** Gives every pending row a new position from 1 on, in the same order, as never sent. */
  renumber(): Promise<void>;
}

/** The server's version of an entity that has pending operations on this device. */
export interface BaseStore {
  /** `entity` null: known to be absent on the server. undefined: no base is kept. */
  get(entity: string): Promise<{ readonly entity: MemoEntity | null } | undefined>;
  set(entity: string, base: MemoEntity | null): Promise<void>;
  remove(entity: string): Promise<void>;
}

export interface CursorStore {
  all(): Promise<Map<string, number>>;
  set(scope: string, seq: number): Promise<void>;
  reset(): Promise<void>;
}

/** The seq at which an entity was last evicted from this device (sync.md R4). */
export interface EvictedStore {
  get(entity: string): Promise<number | null>;
  set(entity: string, seq: number): Promise<void>;
  reset(): Promise<void>;
}

/** Changes of kinds that this version does not know, replayed after an upgrade (R9). */
export interface DeferredStore {
  put(kind: string, entity: string, seq: number, payload: string): Promise<void>;
  all(): Promise<{ kind: string; entity: string; seq: number; payload: string }[]>;
  remove(kind: string, entity: string): Promise<void>;
}

/** Entities that a running resync has met; the others go when it is done. */
export interface SnapshotMarkStore {
  add(entities: readonly string[]): Promise<void>;
  /** Ids of stored memos that are not marked, in id order, after `afterId`. */
  unmarkedMemos(afterId: string, limit: number): Promise<string[]>;
  clear(): Promise<void>;
}

export interface SyncLogEntry {
  readonly atMs: number;
  readonly level: "info" | "error";
  /** In words, without content of memos. */
  readonly text: string;
}

/** What a device's sync did, the last 500 entries. */
export interface SyncLogStore {
  add(entry: SyncLogEntry): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<SyncLogEntry[]>;
}

export interface ReadStores {
  readonly memos: MemoReader;
  readonly attachments: AttachmentReader;
  readonly users: Pick<
    UserStore,
    "findByUsername" | "findByNumber" | "list" | "isTaken" | "closedNames"
  >;
  readonly sessions: Pick<
    SessionStore,
    "findBySecretHash" | "findByAccessTokenHash" | "listByUser"
  >;
  readonly accessTokens: Pick<AccessTokenStore, "findByHash" | "find" | "listByUser">;
  readonly meta: Pick<MetaStore, "get" | "getMany" | "headSeq">;
  readonly feed: Pick<FeedStore, "page" | "pageDown" | "scopesOf">;
  readonly streams: Pick<StreamStore, "find" | "findResult" | "seenSince">;
  readonly revisions: Pick<RevisionStore, "find" | "listByMemo" | "latest">;
  readonly spaces: SpaceReader;
  readonly shares: ShareReader;
  readonly userSettings: UserSettingReader;
  readonly views: SavedViewReader;
  readonly notifications: NotificationReader;
  readonly webhooks: WebhookReader;
  readonly deliveries: DeliveryReader;
  readonly events: EventReader;
  readonly figures: FigureReader;
  readonly outbox: Pick<
    OutboxStore,
    "pending" | "pendingOf" | "rejected" | "countPending" | "waitingAmong"
  >;
  readonly pastTexts: Pick<PastTextStore, "find">;
  readonly syncLog: Pick<SyncLogStore, "list">;
  readonly cursors: Pick<CursorStore, "all">;
}

export interface WriteStores {
  readonly memos: MemoWriter;
  readonly attachments: AttachmentStore;
  readonly blobMarks: BlobMarkStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly accessTokens: AccessTokenStore;
  readonly meta: MetaStore;
  readonly feed: FeedStore;
  readonly streams: StreamStore;
  readonly revisions: RevisionStore;
  readonly spaces: SpaceStore;
  readonly shares: ShareStore;
  readonly userSettings: UserSettingStore;
  readonly views: SavedViewStore;
  readonly notifications: NotificationStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly events: EventStore;
  readonly figures: FigureReader;
  readonly pastTexts: PastTextStore;
  readonly syncLog: SyncLogStore;
  readonly snapshotMarks: SnapshotMarkStore;
  readonly tombstones: TombstoneStore;
  readonly outbox: OutboxStore;
  readonly bases: BaseStore;
  readonly cursors: CursorStore;
  readonly evicted: EvictedStore;
  readonly deferred: DeferredStore;
  /** Runs `work` in a savepoint: when it rejects, only its own writes are undone. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}
