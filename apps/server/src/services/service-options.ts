import type { AuditEntry, SharedLimits } from "@tidemark/core";
import type { AttachmentLimits } from "@tidemark/core/access";
import type { NoticedRollback } from "@tidemark/core/sync/server";
import type { PasswordCost } from "../auth/password-hash.ts";
import type { Files } from "../files/store/files.ts";
import type { DiskSpace } from "../disk/disk-space.ts";
import type { AllowPrivateTargets } from "../net/send-delivery.ts";
import type { Services } from "./services.ts";
import type { UserReference } from "@tidemark/core/names";

/** What whoever starts the server decides; the instance's settings decide what is left out. */
export interface ServiceOptions {
  readonly files: Files;
  readonly attachmentLimits?: () => AttachmentLimits;
  /** Whether what cameras write into files is kept for this user. */
  readonly keepsMediaMetadata?: (user: UserReference) => Promise<boolean>;
  readonly resolveShare?: Services["resolveShare"];
  /** Whether webhooks may lead to where only the server can get; no by default. */
  readonly allowPrivateTargets?: AllowPrivateTargets;
  readonly aiProvider?: Services["aiProvider"];
  /** Days in the trash before a memo goes for good; 0: it stays. */
  readonly trashDays?: () => number;
  /** Seals what must be readable again; absent: a key that goes with this process. */
  readonly secretKey?: Uint8Array;
  /** What the hash of a new password costs; what is recommended by default. */
  readonly passwordCost?: PasswordCost;
  /** Told of each entry of the audit log, once it is committed. */
  readonly onAudit?: (entry: AuditEntry) => void;
  /** Told when it showed that the database is older than the one that was served. */
  readonly onRollback?: (rollback: NoticedRollback) => void;
  /** Makes the bytes of what was removed go from the database's files; part of the upkeep. */
  readonly erase?: () => Promise<void>;
  /** Limits that hold for all processes of the instance; this one counts by itself where it is left out. */
  readonly limits?: SharedLimits;
  /** The room for content; absent: there is always some. */
  readonly disk?: DiskSpace;
  readonly nowMs?: () => number;
}
