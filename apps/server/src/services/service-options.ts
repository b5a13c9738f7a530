import type { AuditEntry, SharedLimits } from "@tidemark/core";
import type { AttachmentLimits } from "@tidemark/core/access";
import type { NoticedRollback } from "@tidemark/core/sync/server";
import type { PasswordCost } from "../auth/password-hash.ts";
import type { Files } from "../files/store/files.ts";
import type { DiskSpace } from "../disk/disk-space.ts";
import type { Meter } from "./meter.ts";
import type { AllowPrivateTargets } from "../net/send-delivery.ts";
import type { Services } from "./services.ts";
import type { UserReference } from "@tidemark/core/names";

/** Options set when the server starts; omitted ones are taken from the instance's settings. */
export interface ServiceOptions {
  readonly files: Files;
  readonly attachmentLimits?: () => AttachmentLimits;
  /** Returns true if the metadata in this user's files is preserved. */
  readonly keepsMediaMetadata?: (user: UserReference) => Promise<boolean>;
  readonly resolveShare?: Services["resolveShare"];
  /** Returns true if webhooks may use addresses that only the server can reach; false by default. */
  readonly allowPrivateTargets?: AllowPrivateTargets;
  readonly aiProvider?: Services["aiProvider"];
  /** Days in the trash before a memo is deleted permanently; 0 keeps it. */
  readonly trashDays?: () => number;
  /** Key that encrypts secrets which are decrypted later; by default a temporary key of this process. */
  readonly secretKey?: Uint8Array;
  /** Cost of hashing a new password; the recommended one by default. */
  readonly passwordCost?: PasswordCost;
  /** Called with each entry of the audit log once it is committed, and the id of the request that made it. */
  readonly onAudit?: (entry: AuditEntry, requestId: string | undefined) => void;
  /** Returns the id of the request that is being handled; undefined outside of requests. */
  readonly requestId?: () => string | undefined;
  /** Called when the database turns out to be older than the one served before. */
  readonly onRollback?: (rollback: NoticedRollback) => void;
  /** Overwrites deleted data in the database's files. Called by the upkeep when due. */
  readonly erase?: () => Promise<void>;
  /** Limits shared by all processes of the instance; by default each process has its own. */
  readonly limits?: SharedLimits;
  /** Free disk space for content; unlimited by default. */
  readonly disk?: DiskSpace;
  /** Counts work for metrics. */
  readonly meter?: Meter | undefined;
  readonly nowMs?: () => number;
}
