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
import type { AllowPrivateTargets } from "../net/send-delivery.ts";

/** Everything that the server does, free of HTTP. */
export interface Services {
  readonly database: ServerDatabase;
  /** Wakes whoever waits for what is committed. */
  readonly signals: Signals;
  /** What is kept nowhere is said to other processes by it; null where there are none. */
  readonly relay: Relay | null;
  readonly auth: AuthService;
  /** Counts requests for all processes together; null where there is one process. */
  readonly requestCounts: LeasedCounts | null;
  readonly memos: MemoService;
  /** What the caller may list that holds all the words, best match first. */
  readonly searchMemos: (
    caller: Caller,
    query: Omit<MemoSearchQuery, "access">,
  ) => Promise<PageInParts<MemoRecord>>;
  readonly attachments: AttachmentService;
  readonly attachmentLimits: () => AttachmentLimits;
  /** Where the bytes of attachments are. */
  readonly files: Files;
  /** Files that devices send. */
  readonly blobUploads: BlobUploads;
  /** The id of the memo that a share link's token opens; null when it opens none. */
  readonly resolveShare: (token: string) => Promise<string | null>;
  readonly audit: AuditService;
  readonly instance: InstanceService;
  readonly users: UserService;
  readonly userSettings: UserSettingService;
  readonly views: ViewService;
  readonly notifications: NotificationService;
  /** Notifies the owner of a webhook that ended. */
  readonly notifyGone: NonNullable<DeliverDeps["onGone"]>;
  readonly spaces: SpaceService;
  readonly spaceInvitations: SpaceInvitationService;
  readonly shares: ShareService;
  readonly sync: SyncServer;
  /**
   * Empties the trash, thins revisions and the like; bounded work, to be called now and then. What is left
   * when `stopping` aborts is the next run's.
   */
  readonly upkeep: (stopping?: AbortSignal) => Promise<UpkeepReport>;
  /** Tells one part of the memos that refer to what came into sight or left it; false: none is left. */
  readonly refeedDueReferrers: () => Promise<boolean>;
  readonly webhooks: WebhookService;
  /** Seals and opens what the database must not give away. */
  readonly secretBox: SecretBox;
  readonly allowPrivateTargets: AllowPrivateTargets;
  /** Who turns speech into text; null when nobody was chosen. */
  readonly aiProvider: () => Promise<AiProvider | null>;
  readonly disk: DiskSpace;
  readonly nowMs: () => number;
  /**
   * Names this process where it holds something that one process at a time may do. The next start goes by the
   * same name over a file, and by another one beside other processes, which waits for what this one held.
   */
  readonly holder: string;
}
