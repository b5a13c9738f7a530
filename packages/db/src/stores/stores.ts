import type {
  DeviceReadStores,
  DeviceWriteStores,
  ServerReadStores,
  ServerWriteStores,
} from "@tidemark/core";
import type { Kysely } from "kysely";
import type { EffectQueue } from "../dialect/effect-queue.ts";
import type { ListPlacing } from "../memo-list/list-placing.ts";
import type { Tables } from "../schema/tables.ts";
import type { TextWriter } from "../text-index/text-writer.ts";
import { createAccessTokenStore } from "./server/credentials/access-token-store.ts";
import { createAttachmentStore } from "./shared/attachment-store.ts";
import { createAuditLogStore } from "./server/audit-log-store.ts";
import { createBaseStore } from "./device/base-store.ts";
import { createBlobMarkStore } from "./shared/blob-mark-store.ts";
import { createBlobRemovalStore } from "./server/uploads/blob-removal-store.ts";
import {
  createBlobCacheStore,
  createBlobDownloadStore,
  createBlobUploadStore,
} from "./device/device-blob-stores.ts";
import { createCursorStore } from "./device/cursor-store.ts";
import { createDeferredStore } from "./device/deferred-store.ts";
import { createCommonClock } from "./server/common-clock.ts";
import { createDueReferrerStore } from "./server/due-referrer-store.ts";
import { createDeliveryStore } from "./server/delivery-store.ts";
import { createEndedDocumentStore } from "./shared/ended-document-store.ts";
import { createEventStore } from "./server/event-store.ts";
import { createEvictedStore } from "./device/evicted-store.ts";
import { createFeedStore } from "./server/feed-store.ts";
import { createFigureReader } from "./server/figure-reader.ts";
import type { CachedMemos } from "./shared/cached/cached-memos.ts";
import type { FoundBefore } from "./shared/cached/found-before.ts";
import { createKnownStore } from "./device/known-store.ts";
import { createLateTextReader, createLateTextStore } from "./device/late-text-store.ts";
import { createImportStore } from "./device/import-store.ts";
import { createMemoNoteStore } from "./shared/memo-note-store.ts";
import { createMemoReader } from "./shared/memo-reader.ts";
import { createMemoWriter } from "./shared/memo-writer.ts";
import { createMetaStore } from "./shared/meta-store.ts";
import { createLeaseStore } from "./server/lease-store.ts";
import { createNotificationStore } from "./server/notification-store.ts";
import { createOutboxStore } from "./device/outbox-store.ts";
import { createPartialUploadStore } from "./server/uploads/partial-upload-store.ts";
import { createPairingCodeStore } from "./server/credentials/pairing-code-store.ts";
import { createPastTextStore } from "./shared/past-text-store.ts";
import { createRankedMemoReader } from "./server/ranked-memo-reader.ts";
import { createReceivedBlobStore } from "./server/uploads/received-blob-store.ts";
import { createRegisterStore } from "./shared/register-store.ts";
import { createRevisionStore } from "./shared/revision-store.ts";
import { createSessionStore } from "./server/credentials/session-store.ts";
import { createShareStore } from "./server/share-store.ts";
import { createSignInAddressStore } from "./server/sign-in-address-store.ts";
import { createSpaceInvitationStore } from "./server/space-invitation-store.ts";
import { createSpaceStore } from "./server/space-store.ts";
import { createSnapshotMarkStore } from "./device/snapshot-mark-store.ts";
import { createStreamStore } from "./server/stream-store.ts";
import { createSyncLogStore } from "./device/sync-log-store.ts";
import { createThumbnailStore } from "./shared/thumbnail-store.ts";
import { createTombstoneStore } from "./shared/tombstone-store.ts";
import { createUserSettingStore } from "./server/user-setting-store.ts";
import { createUserNumberReader } from "./server/user-number-reader.ts";
import { createUserStore } from "./server/user-store.ts";
import { createWebhookStore } from "./server/webhook-store.ts";

// Every database has the tables of devices and servers. Callers get the type of their own side.
export type AllReadStores = DeviceReadStores & ServerReadStores;
export type AllWriteStores = DeviceWriteStores & ServerWriteStores;

/** Creates the stores of a read, over a connection with an open transaction of the caller. */
export function createReadStores(
  db: Kysely<Tables>,
  placing: ListPlacing,
  kept: CachedMemos | null,
  before: FoundBefore | null = null,
): AllReadStores {
  return {
    ...createSharedStores(db),
    attachments: createAttachmentStore(db, placing),
    auditLog: createAuditLogStore(db, placing),
    memos: createMemoReader(db, placing, kept, before),
    rankedMemos: createRankedMemoReader(db, placing, kept),
    lateTexts: createLateTextReader(db),
  };
}

/** The parts of a connection that write stores use. */
export interface WritingHandle {
  readonly kysely: Kysely<Tables>;
  readonly texts: TextWriter;
  readonly effects: Pick<EffectQueue, "add" | "has">;
  /** Returns the open transaction's `othersCaughtUp`. Absent if no other process writes. */
  readonly othersCaughtUp?: () => Promise<void>;
}

/** Creates the stores of a write; the caller's transaction adds `savepoint`. */
export function createWriteStores({
  kysely: db,
  texts,
  effects,
  othersCaughtUp,
}: WritingHandle): Omit<AllWriteStores, "savepoint"> {
  const ranked = createRankedMemoReader(db);
  const shared = createSharedStores(db);
  return {
    ...shared,
    attachments: {
      ...shared.attachments,
      namedInTexts: async (ids) => {
        // Flushes the write's own texts, and those of writes that share its commit, before the query.
        await texts.flush();
        return shared.attachments.namedInTexts(ids);
      },
    },
    afterCommit: (effect) => effects.add(effect),
    awaitsCommit: (kind) => effects.has(kind),
    othersCaughtUp: othersCaughtUp?.() ?? null,
    memos: createMemoWriter(db, texts),
    lateTexts: createLateTextStore(db, texts),
    rankedMemos: {
      slice: async (query, bytes) => {
        // Flushes the write's own texts before the query.
        await texts.flush();
        return ranked.slice(query, bytes);
      },
    },
    blobMarks: createBlobMarkStore(db),
    snapshotMarks: createSnapshotMarkStore(db),
    tombstones: createTombstoneStore(db),
    dueReferrers: createDueReferrerStore(db),
    bases: createBaseStore(db),
    known: createKnownStore(db),
    evicted: createEvictedStore(db),
    deferred: createDeferredStore(db),
  };
}

type SharedStores = Omit<
  AllWriteStores,
  | "savepoint"
  | "afterCommit"
  | "awaitsCommit"
  | "othersCaughtUp"
  | "memos"
  | "lateTexts"
  | "rankedMemos"
  | "blobMarks"
  | "snapshotMarks"
  | "tombstones"
  | "dueReferrers"
  | "bases"
  | "known"
  | "evicted"
  | "deferred"
>;

function createSharedStores(db: Kysely<Tables>): SharedStores {
  return {
    attachments: createAttachmentStore(db),
    receivedBlobs: createReceivedBlobStore(db),
    partialUploads: createPartialUploadStore(db),
    blobRemovals: createBlobRemovalStore(db),
    blobUploads: createBlobUploadStore(db),
    blobDownloads: createBlobDownloadStore(db),
    blobCache: createBlobCacheStore(db),
    thumbnails: createThumbnailStore(db),
    users: createUserStore(db),
    userNumbers: createUserNumberReader(db),
    sessions: createSessionStore(db),
    accessTokens: createAccessTokenStore(db),
    pairingCodes: createPairingCodeStore(db),
    auditLog: createAuditLogStore(db),
    signInAddresses: createSignInAddressStore(db),
    meta: createMetaStore(db),
    memoNotes: createMemoNoteStore(db),
    feed: createFeedStore(db),
    streams: createStreamStore(db),
    revisions: createRevisionStore(db),
    pastTexts: createPastTextStore(db),
    endedDocuments: createEndedDocumentStore(db),
    syncLog: createSyncLogStore(db),
    spaces: createSpaceStore(db),
    spaceInvitations: createSpaceInvitationStore(db),
    shares: createShareStore(db),
    userSettings: createUserSettingStore(db),
    webhooks: createWebhookStore(db),
    deliveries: createDeliveryStore(db),
    events: createEventStore(db),
    leases: createLeaseStore(db),
    commonClock: createCommonClock(db),
    registers: createRegisterStore(db),
    notifications: createNotificationStore(db),
    figures: createFigureReader(db),
    outbox: createOutboxStore(db),
    cursors: createCursorStore(db),
    imports: createImportStore(db),
  };
}
