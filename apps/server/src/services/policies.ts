import type { AttachmentLimits } from "@tidemark/core/access";
import type { InstanceService, InstanceSettings } from "@tidemark/core/instance";
import type { AllowPrivateTargets } from "../net/send-delivery.ts";
import type { ServiceOptions } from "./service-options.ts";
import type { Services } from "./services.ts";

/** Limits and retention times of an instance. Read on each use. */
export interface Policies {
  readonly attachmentLimits: () => AttachmentLimits;
  readonly allowPrivateTargets: AllowPrivateTargets;
  readonly aiProvider: Services["aiProvider"];
  readonly trashDays: () => number;
  readonly revisionDays: () => number;
  readonly spaceCreation: () => InstanceSettings["GENERAL"]["spaceCreation"];
}

/** Creates the policies from the administrators' settings, with overrides from the server's start. */
export function createPolicies(
  { current }: InstanceService,
  { disk, ...chosen }: ServiceOptions & Required<Pick<ServiceOptions, "disk">>,
): Policies {
  const requireRoom = (bytes: number): void => {
    disk.requireRoom("texts");
    disk.requireRoom("files", bytes);
  };
  const {
    attachmentLimits = () => {
      const { uploadSizeLimitBytes, quotaBytesPerUser } = current().STORAGE;
      return { uploadBytes: uploadSizeLimitBytes, quotaBytesPerUser, requireRoom };
    },
    allowPrivateTargets = () => current().WEBHOOKS.allowPrivateTargets,
    aiProvider = async () => current().AI.provider,
    trashDays = () => current().MEMO.trashRetentionDays,
  } = chosen;
  const revisionDays = (): number => current().MEMO.revisionRetentionDays;
  const spaceCreation = (): InstanceSettings["GENERAL"]["spaceCreation"] =>
    current().GENERAL.spaceCreation;
  return {
    attachmentLimits,
    allowPrivateTargets,
    aiProvider,
    trashDays,
    revisionDays,
    spaceCreation,
  };
}
