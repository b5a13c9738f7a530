import type {
  AuditLogReader,
  AuditLogStore,
  SignInAddressReader,
  SignInAddressStore,
} from "./audit-log-store.ts";
import type {
  AttachmentReader,
  AttachmentStore,
  BlobMarkStore,
  ReceivedBlobStore,
} from "./attachment-store.ts";
import type {
  BlobCacheStore,
  ThumbnailStore,
  BlobDownloadStore,
  BlobUploadStore,
} from "./device-blob-stores.ts";
import type { CommitEffect } from "./commit-effect.ts";
import type { EventReader, EventStore } from "./event-store.ts";
import type { Caller } from "../model/caller.ts";
import type { NotificationReader, NotificationStore } from "./notification-store.ts";
import type { RegisterReader, RegisterStore } from "./register-store.ts";
import type { UserSettingReader, UserSettingStore } from "./setting-store.ts";
import type { ShareReader, ShareStore } from "./share-store.ts";
import type { SpaceReader, SpaceStore } from "./space-store.ts";
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
} from "./sync-stores.ts";
import type { AccessTokenStore, SessionStore, UserStore } from "./account-stores.ts";
import type {
  DeliveryReader,
  DeliveryStore,
  WebhookReader,
  WebhookStore,
} from "./webhook-store.ts";
import type { MemoReader, MemoWriter } from "./memo-store.ts";
import type { FigureReader } from "./instance-store.ts";
import type { MemoNoteStore, MetaStore } from "./meta/meta-store.ts";
import type { RevisionStore } from "./revision-store.ts";
import type { PastTextStore, EndedDocumentStore } from "./past-text-store.ts";

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
  readonly meta: Pick<MetaStore, "get" | "headSeq">;
  readonly memoNotes: Pick<MemoNoteStore, "among">;
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
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly accessTokens: AccessTokenStore;
  readonly auditLog: AuditLogStore;
  readonly signInAddresses: SignInAddressStore;
  readonly meta: MetaStore;
  readonly memoNotes: MemoNoteStore;
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
