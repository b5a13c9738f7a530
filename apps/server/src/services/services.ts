import type { MemoSearchQuery, PageInParts, ServerDatabase, Relay, Signals } from "@tidemark/core";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { AttachmentLimits } from "@tidemark/core/access";
import type { AttachmentService, BlobUploads } from "@tidemark/core/attachment";
import type { AuditService } from "@tidemark/core/audit";
import type { AuthService } from "@tidemark/core/auth";
import type { LeasedCounts } from "@tidemark/core/limits";
import type { InstanceService, SecretBox } from "@tidemark/core/instance";
import type { MemoService } from "@tidemark/core/memo";
import type { NotificationService } from "@tidemark/core/notification";
import type { UserSettingService } from "@tidemark/core/setting";
import type { ShareService } from "@tidemark/core/share";
import type { SpaceInvitationService, SpaceService } from "@tidemark/core/space";
import type { SyncServer } from "@tidemark/core/sync/server";
import type { UpkeepReport } from "@tidemark/core/upkeep";
import type { UserService } from "@tidemark/core/user";
import type { ViewService } from "@tidemark/core/view";
import type { DeliverDeps, WebhookService } from "@tidemark/core/webhook";
import type { AiProvider } from "../ai/transcribe.ts";
import type { Files } from "../files/store/files.ts";
import type { DiskSpace } from "../disk/disk-space.ts";
import type { JobLog } from "./job-log.ts";
import type { Meter } from "./meter.ts";
import type { AllowPrivateTargets } from "../net/send-delivery.ts";

/** Services of the server, independent of HTTP. */
export interface Services {
  readonly database: ServerDatabase;
  /** Notifies listeners of commits. */
  readonly signals: Signals;
  /** Sends transient messages to other processes; null if there are none. */
  readonly relay: Relay | null;
  readonly auth: AuthService;
  /** Request counts shared by all processes; null for a single process. */
  readonly requestCounts: LeasedCounts | null;
  readonly memos: MemoService;
  /** Returns memos visible to the caller that contain all words, best match first. */
  readonly searchMemos: (
    caller: Caller,
    query: Omit<MemoSearchQuery, "access">,
  ) => Promise<PageInParts<MemoRecord>>;
  readonly attachments: AttachmentService;
  readonly attachmentLimits: () => AttachmentLimits;
  /** Storage of attachments. */
  readonly files: Files;
  /** Uploads from devices. */
  readonly blobUploads: BlobUploads;
  /** Returns the id of the memo that a share link's token opens; null if it is invalid. */
  readonly resolveShare: (token: string) => Promise<string | null>;
  readonly audit: AuditService;
  readonly instance: InstanceService;
  readonly users: UserService;
  readonly userSettings: UserSettingService;
  readonly views: ViewService;
  readonly notifications: NotificationService;
  /** Notifies the owner of a webhook whose receiver answered 410. */
  readonly notifyGone: NonNullable<DeliverDeps["onGone"]>;
  readonly spaces: SpaceService;
  readonly spaceInvitations: SpaceInvitationService;
  readonly shares: ShareService;
  readonly sync: SyncServer;
  /**
   * Empties the trash, thins out revisions and so on. Does a limited amount of work per call, and must be
   * called regularly. When `stopping` aborts, the rest is left for the next run.
   */
  readonly upkeep: (stopping?: AbortSignal) => Promise<UpkeepReport>;
  /**
   * Refeeds one batch of the memos that refer to a memo whose visibility changed. Returns false if none are
   * left.
   */
  readonly refeedDueReferrers: () => Promise<boolean>;
  readonly webhooks: WebhookService;
  /** Encrypts and decrypts secrets in the database. */
  readonly secretBox: SecretBox;
  readonly allowPrivateTargets: AllowPrivateTargets;
  /** Returns the transcription provider; null if none is configured. */
  readonly aiProvider: () => Promise<AiProvider | null>;
  readonly disk: DiskSpace;
  /** Jobs that succeeded since this process started. */
  readonly jobs: JobLog;
  /** Counts work for metrics; absent without them. */
  readonly meter?: Meter | undefined;
  readonly nowMs: () => number;
  /**
   * Name of this process in leases and claims. A single process keeps its name, and so its leases, across a
   * restart. One of several processes gets a new name at each start, and waits until its old leases expire.
   */
  readonly holder: string;
}
