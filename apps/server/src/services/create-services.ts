import {
  createAttachmentService,
  createBlobUploads,
  sweepMarkedBlobs,
} from "@tidemark/core/attachment";
import { refeedDueReferrers } from "@tidemark/core/feed";
import { createLeasedCounts } from "@tidemark/core/limits";
import { createMemoService, searchMemos } from "@tidemark/core/memo";
import { notifyGone } from "@tidemark/core/notification";
import { createShareService } from "@tidemark/core/share";
import { createSpaceInvitationService, createSpaceService } from "@tidemark/core/space";
import { runUpkeep } from "@tidemark/core/upkeep";
import { createWebhookService } from "@tidemark/core/webhook";
import { inspectMedia } from "../files/media/inspect-media.ts";
import { createDiskSpace } from "../disk/disk-space.ts";
import { meterCalls, meterWrites } from "./meter-services.ts";
import { refuseWebhookUrl } from "../net/send-delivery.ts";
import { createAccounts } from "./accounts.ts";
import { openServiceContext, type OpenStores } from "./service-context.ts";
import { createJobLog } from "./job-log.ts";
import { createMemoDeps, createNotifyDeps } from "./memo-deps.ts";
import { createPolicies } from "./policies.ts";
import type { ServiceOptions } from "./service-options.ts";
import type { Services } from "./services.ts";
import { sha256 } from "./sha256.ts";
import { createSync } from "./sync.ts";

/** Creates the services of an open database. REST and sync use the same ones. */
export async function createServices(
  opened: OpenStores,
  options: ServiceOptions,
): Promise<Services> {
  const { meter } = options;
  if (meter === undefined) return assemble(opened, options);
  const database = meterWrites(opened.database, meter);
  const services = await assemble({ ...opened, database }, options);
  return { ...services, ...meterCalls(services, meter), meter };
}

async function assemble(opened: OpenStores, options: ServiceOptions): Promise<Services> {
  const context = await openServiceContext(opened, options);
  const { database, signals, newId, nowMs, randomBytes, secretBox, settings } = context;
  const { files, erase, limits, disk = createDiskSpace([]) } = options;
  const policies = createPolicies(settings, { ...options, disk });
  const { allowPrivateTargets, aiProvider, attachmentLimits, revisionDays } = policies;
  const notifications = createNotifyDeps(context);
  const memoDeps = createMemoDeps(context, notifications, disk);
  const eraseFiles = async (stopping?: { readonly aborted: boolean }): Promise<number> => {
    const erased = await sweepMarkedBlobs(files.blobs, database, nowMs(), stopping);
    await files.thumbnails.drop(erased);
    return erased.length;
  };
  const accounts = createAccounts(context, memoDeps, { ...options, eraseFiles });
  const shares = createShareService({ memoDeps, notifications, secretBox, randomBytes, sha256 });
  const attachmentDeps = {
    memoDeps,
    blobs: files.blobs,
    inspectMedia,
    limits: attachmentLimits,
    keepsMetadata:
      options.keepsMediaMetadata ?? ((user) => accounts.userSettings.savesMediaMetadata(user)),
  };
  const jobs = createJobLog();
  const blobUploads = createBlobUploads(attachmentDeps);
  return {
    database,
    signals,
    relay: opened.relay,
    secretBox,
    disk,
    jobs,
    nowMs,
    holder: context.holder,
    instance: settings,
    requestCounts:
      limits === undefined
        ? null
        : createLeasedCounts(limits.requests, { sinceStartMs: () => performance.now(), nowMs }),
    ...accounts,
    memos: createMemoService(memoDeps),
    searchMemos: (caller, query) => searchMemos(memoDeps, caller, query),
    spaces: createSpaceService({ ...memoDeps, spaceCreation: policies.spaceCreation }),
    spaceInvitations: createSpaceInvitationService({
      database,
      pageTokens: context.pageTokens,
      nowMs,
    }),
    shares,
    notifyGone: (tx, webhook, delivery) => notifyGone(tx, notifications, webhook, delivery),
    resolveShare: options.resolveShare ?? ((token) => shares.memoOpenedBy(token)),
    attachments: createAttachmentService(attachmentDeps),
    attachmentLimits,
    blobUploads,
    files,
    webhooks: createWebhookService({
      database,
      secretBox,
      nowMs,
      newId,
      randomBytes,
      refuseUrl: (url) => refuseWebhookUrl(url, allowPrivateTargets),
    }),
    allowPrivateTargets,
    aiProvider,
    upkeep: async (stopping) => {
      const report = await runUpkeep({
        ...memoDeps,
        trashDays: async () => policies.trashDays(),
        revisionDays,
        eraseFiles,
        ...(erase !== undefined && { erase }),
        ...(stopping !== undefined && { stopping }),
      });
      await limits?.removeOver();
      return report;
    },
    refeedDueReferrers: () => refeedDueReferrers(database),
    sync: createSync(
      context,
      { ...memoDeps, attachmentLimits, blobUploads, aiProvider, trashDays: policies.trashDays },
      options.onRollback,
    ),
  };
}
