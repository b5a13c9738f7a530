import { hostname } from "node:os";
import { access, constants } from "node:fs/promises";
import { enterInAuditLog } from "@tidemark/core/audit";
import { SerialQueue } from "@tidemark/core/concurrency";
import type { Caller } from "@tidemark/core/model";
import type { BackupReason } from "@tidemark/core/router";
import { BackupFailed, type KeptBackup, listBackups, writeBackup } from "@tidemark/transfer/backup";
import type { FastifyBaseLogger } from "fastify";
import type { Services } from "./services.ts";
import { backedUpBlobFolder, type BackedUpPlace } from "../backup/back-up.ts";
import type { BackupPlan } from "../cli/backup-options.ts";

/** Backups that a server makes by itself. */
export interface ScheduledBackups {
  readonly plan: BackupPlan;
  /** Lists the instance's backups in the folder, newest first. */
  list(): Promise<readonly KeptBackup[]>;
  /**
   * Makes a backup, after one that is being made, and deletes those that have expired. Throws a `BackupFailed` or an
   * error of the system, or the signal's reason.
   */
  make(why: BackupReason, caller: Caller | null): Promise<KeptBackup>;
  /** Returns true while one is being made. */
  isMaking(): boolean;
  /** Returns the reason why the last one failed; null if it didn't, or none was made since the start. */
  failure(): string | null;
}

interface ScheduledBackupsOptions {
  readonly services: Pick<Services, "database" | "jobs" | "nowMs">;
  /** Id of the instance, by which it recognises its backups. */
  readonly instance: string;
  readonly place: BackedUpPlace & { readonly databaseFile: string };
  /** Version of the program. */
  readonly version: string;
  readonly logger: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/** Creates the backups of a server whose database is a file. */
export function createScheduledBackups(
  plan: BackupPlan,
  { services, instance, place, version, logger, signal }: ScheduledBackupsOptions,
): ScheduledBackups {
  const { database, jobs, nowMs } = services;
  const { folder } = plan;
  const queue = new SerialQueue();
  let failure: string | null = null;

  async function make(why: BackupReason, caller: Caller | null): Promise<KeptBackup> {
    signal.throwIfAborted();
    await requireFolder(folder);
    const made = await writeBackup({
      database: place.databaseFile,
      contents: backedUpBlobFolder(place),
      folder,
      format: "tidemark-server-backup",
      why,
      profile: instance,
      device: hostname(),
      app: version,
      without: [],
      changedKey: null,
      nowMs,
      signal,
    });
    await database.write((stores) =>
      enterInAuditLog(stores, {
        action: "export.backup",
        atMs: nowMs(),
        actor: caller?.name ?? "",
        target: "",
        address: caller?.address ?? "",
      }),
    );
    return made;
  }

  async function makeAndReport(why: BackupReason, caller: Caller | null): Promise<KeptBackup> {
    try {
      const made = await make(why, caller);
      failure = null;
      jobs.succeeded("backup", nowMs());
      const { memos, files } = made.manifest;
      logger.info({ name: made.name, memos, files }, "backed up");
      return made;
    } catch (error) {
      if (!signal.aborted) {
        failure = error instanceof Error ? error.message : String(error);
        jobs.failed("backup");
        logger.error({ err: error }, "the backup failed");
      }
      throw error;
    }
  }

  return {
    plan,
    async list() {
      const all = await listBackups(folder, "tidemark-server-backup");
      return all.filter(({ manifest }) => manifest.profile === instance);
    },
    make: (why, caller) => queue.run(() => makeAndReport(why, caller)),
    isMaking: () => queue.size > 0,
    failure: () => failure,
  };
}

/** Throws a `BackupFailed` if the folder is missing. It isn't created, since the disk may only be unmounted. */
async function requireFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new BackupFailed("folder", error instanceof Error ? error.message : folder);
  }
}
