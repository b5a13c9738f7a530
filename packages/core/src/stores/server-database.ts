import type {
  AccessTokenStore,
  PairingCodeStore,
  SessionStore,
  UserSettingReader,
  UserSettingStore,
  UserStore,
} from "./account-stores.ts";
import type { ReceivedBlobStore } from "./attachment-store.ts";
import type {
  AuditLogReader,
  AuditLogStore,
  SignInAddressReader,
  SignInAddressStore,
} from "./audit-log-store.ts";
import type { EventReader, EventStore } from "./event-store.ts";
import type { FigureReader } from "./instance-store.ts";
import type { RankedMemoReader } from "./memo-store.ts";
import type { BlobRemovalStore } from "./processes/blob-removal-store.ts";
import type { CommonClock } from "./processes/common-clock.ts";
import type { LeaseStore } from "./processes/lease-store.ts";
import type { PartialUploadStore } from "./processes/partial-upload-store.ts";
import type { NotificationReader, NotificationStore } from "./notification-store.ts";
import type { ShareReader, ShareStore } from "./share-store.ts";
import type {
  SpaceInvitationReader,
  SpaceInvitationStore,
  SpaceReader,
  SpaceStore,
} from "./space-store.ts";
import type { DueReferrerStore, FeedStore, StreamStore } from "./sync-stores.ts";
import type {
  DeliveryReader,
  DeliveryStore,
  WebhookReader,
  WebhookStore,
} from "./webhook-store.ts";
import type { Database, ReadStores, WriteStores } from "./database.ts";

/** Stores available to reads on a server. */
export interface ServerReadStores extends ReadStores {
  readonly rankedMemos: RankedMemoReader;
  readonly receivedBlobs: Pick<ReceivedBlobStore, "find">;
  readonly partialUploads: Pick<PartialUploadStore, "find" | "countOf" | "begunBefore">;
  readonly blobRemovals: Pick<BlobRemovalStore, "isUnderWay">;
  readonly users: Pick<
    UserStore,
    "findByUsername" | "findByNumber" | "hasOthers" | "list" | "isTaken" | "closedNames" | "useOf"
  >;
  readonly sessions: Pick<
    SessionStore,
    "findBySecretHash" | "findByAccessTokenHash" | "listByUser"
  >;
  readonly accessTokens: Pick<AccessTokenStore, "findByHash" | "find" | "listByUser">;
  readonly pairingCodes: Pick<PairingCodeStore, "listByUser">;
  readonly auditLog: AuditLogReader;
  readonly signInAddresses: SignInAddressReader;
  readonly feed: Pick<FeedStore, "page" | "pageDown" | "scopesOf">;
  readonly streams: Pick<StreamStore, "find" | "findResult" | "seenSince">;
  readonly spaces: SpaceReader;
  readonly spaceInvitations: SpaceInvitationReader;
  readonly shares: ShareReader;
  readonly userSettings: UserSettingReader;
  readonly notifications: NotificationReader;
  readonly webhooks: WebhookReader;
  readonly deliveries: DeliveryReader;
  readonly commonClock: CommonClock;
  readonly events: EventReader;
  readonly figures: FigureReader;
}

/** Stores available to writes on a server. */
export interface ServerWriteStores extends WriteStores {
  readonly rankedMemos: RankedMemoReader;
  readonly receivedBlobs: ReceivedBlobStore;
  readonly partialUploads: PartialUploadStore;
  readonly blobRemovals: BlobRemovalStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly accessTokens: AccessTokenStore;
  readonly pairingCodes: PairingCodeStore;
  readonly auditLog: AuditLogStore;
  readonly signInAddresses: SignInAddressStore;
  readonly feed: FeedStore;
  readonly streams: StreamStore;
  readonly spaces: SpaceStore;
  readonly spaceInvitations: SpaceInvitationStore;
  readonly shares: ShareStore;
  readonly userSettings: UserSettingStore;
  readonly notifications: NotificationStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly events: EventStore;
  readonly figures: FigureReader;
  readonly dueReferrers: DueReferrerStore;
  readonly leases: LeaseStore;
  readonly commonClock: CommonClock;
  /**
   * Resolves once signal listeners were notified of all changes of credentials and settings by other
   * processes. Those commit no more of them before this transaction ends. null if no other process writes.
   */
  readonly othersCaughtUp: Promise<void> | null;
}

/** Database of a server. */
export type ServerDatabase = Database<ServerReadStores, ServerWriteStores>;
