import { hash, randomBytes } from "node:crypto";
import { createPageTokens, memoName, newResourceId, type Database } from "@tidemark/core";
import {
  createAttachmentService,
  createBlobUploads,
  type BlobUploads,
  type AttachmentService,
} from "@tidemark/core/attachment";
import type { AttachmentLimits } from "@tidemark/core/access";
import type { AuditEntry } from "@tidemark/core";
import { type AuditService, createAuditService } from "@tidemark/core/audit";
import { createAuthService, type AuthService } from "@tidemark/core/auth";
import { createCredentialRevision, judgeAgain, stillStands } from "@tidemark/core/access";
import { createMemoService, createServedTexts, type MemoService } from "@tidemark/core/memo";
import { createHybridClock } from "@tidemark/core/clock";
import {
  createServerJournal,
  createSyncServer,
  type NoticedRollback,
  noticeRollback,
  type SyncServer,
} from "@tidemark/core/sync/server";
import { protocolRange } from "@tidemark/core/sync/protocol";
import { tellDueReferrers } from "@tidemark/core/feed";
import { clientIdFrom } from "@tidemark/core/text";
import { runUpkeep, type UpkeepReport } from "@tidemark/core/upkeep";
import { addNotificationEvent, followEvents } from "@tidemark/core/event";
import { openInstanceService, type InstanceService, type SecretBox } from "@tidemark/core/instance";
import {
  createNotificationFollower,
  createNotificationService,
  type NotificationService,
  type NotifyDeps,
} from "@tidemark/core/notification";
import { createUserSettingService, type UserSettingService } from "@tidemark/core/setting";
import { createShareService, type ShareService } from "@tidemark/core/share";
import { createSpaceService, type SpaceService } from "@tidemark/core/space";
import { createUserService, type UserService } from "@tidemark/core/user";
import { createViewService, type ViewService } from "@tidemark/core/view";
import {
  createWebhookFollower,
  createWebhookService,
  type WebhookService,
} from "@tidemark/core/webhook";
import type { AiProvider } from "./ai/transcribe.ts";
import { type AllowPrivateTargets, refuseWebhookUrl } from "./webhook/send-delivery.ts";
import { createCommonPasswords } from "./auth/common-passwords.ts";
import { hashPassword, verifyPassword } from "./auth/password-hash.ts";
import { createSecretBox } from "./auth/secret-box.ts";
import type { Files } from "./files/file-reply.ts";
import { inspectMedia } from "./files/inspect-media.ts";
import { newEpoch } from "./backup/head-mirror.ts";
import { openInstance } from "./instance.ts";
import { withLongMerges } from "./sync/merge-thread.ts";
import { newestStampKey } from "@tidemark/core/commit";

/** Everything that the server does, free of HTTP. */
export interface Services {
  readonly database: Database;
  readonly auth: AuthService;
  readonly memos: MemoService;
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
  readonly spaces: SpaceService;
  readonly shares: ShareService;
  readonly sync: SyncServer;
  /** Empties the trash, thins revisions and the like; bounded work, to be called now and then. */
  readonly upkeep: () => Promise<UpkeepReport>;
  /** Tells one part of the memos that refer to what came into sight or left it; false: none is left. */
  readonly tellDueReferrers: () => Promise<boolean>;
  readonly webhooks: WebhookService;
  /** Seals and opens what the database must not give away. */
  readonly secretBox: SecretBox;
  readonly allowPrivateTargets: AllowPrivateTargets;
  /** Who turns speech into text; null when nobody was chosen. */
  readonly aiProvider: () => Promise<AiProvider | null>;
  readonly nowMs: () => number;
}

export interface ServiceOptions {
  readonly files: Files;
  readonly attachmentLimits?: () => AttachmentLimits;
  /** Whether what cameras write into files is kept for this user. */
  readonly keepsMediaMetadata?: (user: string) => Promise<boolean>;
  readonly resolveShare?: Services["resolveShare"];
  /** Whether webhooks may lead to where only the server can get; no by default. */
  readonly allowPrivateTargets?: AllowPrivateTargets;
  readonly aiProvider?: Services["aiProvider"];
  /** Days in the trash before a memo goes for good; 0: it stays. */
  readonly trashDays?: () => number;
  /** Seals what must be readable again; absent: a key that goes with this process. */
  readonly secretKey?: Uint8Array;
  /** Told of each entry of the audit log, once it is committed. */
  readonly onAudit?: (entry: AuditEntry) => void;
  /** Told when a device showed that the database is older than the one that was served. */
  readonly onRollback?: (rollback: NoticedRollback) => void;
  /** Makes the bytes of what was removed go from the database's files; part of the upkeep. */
  readonly erase?: () => Promise<void>;
  readonly nowMs?: () => number;
}

/** Builds the services over an open database; REST and sync write through the same ones. */
export async function createServices(
  stores: Database,
  {
    files,
    nowMs = Date.now,
    secretKey = randomBytes(32),
    onAudit = () => undefined,
    onRollback = () => undefined,
    ...chosen
  }: ServiceOptions,
): Promise<Services> {
  const instance = await openInstance(stores);
  const credentialRevision = createCredentialRevision(stores);
  const database: Database = {
    read: (work) => stores.read(work),
    write: (work, by) =>
      withLongMerges(() =>
        stores.write(async (tx) => {
          if (by !== undefined) {
            const now = { revision: credentialRevision, nowMs: nowMs() };
            // A change that shares this commit has not moved the revision yet.
            const stands = stillStands(by, now) && !tx.awaitsCommit("credentials-changed");
            if (!stands) await judgeAgain(tx, by, now.nowMs);
          }
          return work(tx);
        }),
      ),
    onCommit: (listener) => stores.onCommit(listener),
  };
  database.onCommit((effects) => {
    for (const effect of effects) if (effect.kind === "audit-entered") onAudit(effect.entry);
  });
  const secretBox = createSecretBox(secretKey);
  const settings = await openInstanceService({ database, secretBox });
  const {
    attachmentLimits = () => {
      const { uploadSizeLimitBytes, quotaBytesPerUser } = settings.current().STORAGE;
      return { uploadBytes: uploadSizeLimitBytes, quotaBytesPerUser };
    },
    allowPrivateTargets = () => settings.current().WEBHOOKS.allowPrivateTargets,
    aiProvider = async () => settings.current().AI.provider,
    trashDays = () => settings.current().MEMO.trashRetentionDays,
  } = chosen;
  const random = (count: number): Uint8Array => randomBytes(count);
  const newId = (): string => newResourceId(random);
  const clock = createHybridClock({ node: instance.clockNode, wallMs: nowMs });
  // After a restart under a clock that was set back, stamps must still rise.
  const newestStamp = await stores.read(({ meta }) => meta.get(newestStampKey));
  if (newestStamp !== null) clock.observe(newestStamp);
  const pageTokens = createPageTokens(instance.pageTokenKey);
  const servedTexts = createServedTexts();
  const notifyDeps: NotifyDeps = {
    newId,
    nowMs: () => clock.nowMs(),
    onNotification: (tx, { user, id, memo, relatedMemo, createdMs }) =>
      addNotificationEvent(tx, {
        user,
        name: `${user}/notifications/${id}`,
        memo: memoName(relatedMemo ?? memo),
        atMs: createdMs,
      }),
  };
  const journal = createServerJournal({
    clock,
    newId,
    servedTexts,
    followers: [
      createNotificationFollower(notifyDeps),
      followEvents,
      createWebhookFollower({ newId }),
    ],
  });
  const memoDeps = {
    database,
    servedTexts,
    journal,
    clock,
    pageTokens,
    limits: () => ({ contentBytes: settings.current().MEMO.contentLengthLimitBytes }),
    newId,
    // One id for all that the server writes into a memo's text, so that its document stays small.
    // With this start in it: a server on an older copy must not use an id again with other text.
    textClientId: (memo: string, gen: number) =>
      clientIdFrom(`server\n${instance.lineage.startId}\n${memo}\n${gen}`),
  };
  const sha256 = (text: string): string => hash("sha256", text);
  const authDeps = {
    database,
    pageTokens,
    nowMs,
    randomBytes: random,
    sha256,
    hashPassword,
    verifyPassword,
    isCommonPassword: createCommonPasswords(),
    credentialRevision,
    policy: () => settings.current().GENERAL,
  };
  const auth = createAuthService(authDeps);
  const registerDeps = { journal: memoDeps.journal, clock: memoDeps.clock };
  const userSettings = createUserSettingService({ database, pageTokens, ...registerDeps });
  const shares = createShareService({
    memoDeps,
    notifications: notifyDeps,
    secretBox,
    randomBytes: random,
    sha256,
  });
  const {
    keepsMediaMetadata = (user: string) => userSettings.savesMediaMetadata(user),
    resolveShare = (token: string) => shares.memoOpenedBy(token),
  } = chosen;
  const attachmentDeps = {
    memoDeps,
    blobs: files.blobs,
    inspectMedia,
    limits: attachmentLimits,
    keepsMetadata: keepsMediaMetadata,
  };
  const blobUploads = createBlobUploads(attachmentDeps);
  return {
    database,
    auth,
    audit: createAuditService({ database, pageTokens, nowMs }),
    instance: settings,
    users: createUserService({
      auth: authDeps,
      confirmPassword: (user, password) => auth.confirmPassword(user, password),
      memoDeps,
    }),
    userSettings,
    views: createViewService({ database, pageTokens, newId, ...registerDeps }),
    notifications: createNotificationService({ database, pageTokens }),
    spaces: createSpaceService(memoDeps),
    shares,
    memos: createMemoService(memoDeps),
    attachments: createAttachmentService(attachmentDeps),
    blobUploads,
    attachmentLimits,
    files,
    resolveShare,
    webhooks: createWebhookService({
      database,
      secretBox,
      nowMs,
      newId,
      randomBytes: random,
      refuseUrl: (url) => refuseWebhookUrl(url, allowPrivateTargets),
    }),
    secretBox,
    allowPrivateTargets,
    aiProvider,
    nowMs,
    upkeep: () =>
      runUpkeep({
        ...memoDeps,
        trashDays: async () => trashDays(),
        revisionDays: () => settings.current().MEMO.revisionRetentionDays,
        ...(chosen.erase !== undefined && { erase: chosen.erase }),
      }),
    tellDueReferrers: () => tellDueReferrers(database),
    sync: noticeRollback(
      createSyncServer({
        ...memoDeps,
        schemaVersion: protocolRange.max,
        lackingBlobs: (caller, hashes) => blobUploads.lacking(caller, hashes),
        attachmentLimits,
      }),
      {
        database,
        clock: memoDeps.clock,
        lineage: instance.lineage,
        newEpoch,
        onRollback,
      },
    ),
  };
}
