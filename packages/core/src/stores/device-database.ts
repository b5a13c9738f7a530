import type {
  BlobCacheStore,
  BlobDownloadStore,
  BlobUploadStore,
  ThumbnailStore,
} from "./device-blob-stores.ts";
import type {
  BaseStore,
  CursorStore,
  DeferredStore,
  EvictedStore,
  KnownStore,
  LateTextStore,
  OutboxStore,
  SnapshotMarkStore,
  SyncLogStore,
} from "./sync-stores.ts";
import type { ImportStore } from "./device/import-store.ts";
import type { Database, ReadStores, WriteStores } from "./database.ts";

/** Stores available to reads on a device. */
export interface DeviceReadStores extends ReadStores {
  readonly blobUploads: Pick<BlobUploadStore, "find" | "list" | "count">;
  readonly blobDownloads: Pick<BlobDownloadStore, "due">;
  readonly blobCache: Pick<BlobCacheStore, "totalBytes" | "usage" | "evictable" | "pinnedAmong">;
  readonly thumbnails: Pick<ThumbnailStore, "due" | "among">;
  readonly outbox: Pick<
    OutboxStore,
    "pending" | "blocked" | "held" | "pendingOf" | "rejected" | "countPending" | "marksAmong"
  >;
  readonly syncLog: Pick<SyncLogStore, "list">;
  readonly cursors: Pick<CursorStore, "all">;
  readonly lateTexts: Pick<LateTextStore, "isAny">;
  readonly imports: Pick<ImportStore, "findRun" | "runs" | "among" | "alike" | "ofRun">;
}

/** Stores available to writes on a device. */
export interface DeviceWriteStores extends WriteStores {
  readonly blobUploads: BlobUploadStore;
  readonly blobDownloads: BlobDownloadStore;
  readonly blobCache: BlobCacheStore;
  readonly thumbnails: ThumbnailStore;
  readonly syncLog: SyncLogStore;
  readonly snapshotMarks: SnapshotMarkStore;
  readonly outbox: OutboxStore;
  readonly bases: BaseStore;
  readonly known: KnownStore;
  readonly cursors: CursorStore;
  readonly lateTexts: LateTextStore;
  readonly evicted: EvictedStore;
  readonly deferred: DeferredStore;
  readonly imports: ImportStore;
}

/** Database of a device. */
export type DeviceDatabase = Database<DeviceReadStores, DeviceWriteStores>;
