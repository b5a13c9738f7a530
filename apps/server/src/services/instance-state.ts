import { type AppError, type InstanceCounts, ok, type Result } from "@tidemark/core";
import { findClockDoubt } from "@tidemark/core/commit";
import type { Caller } from "@tidemark/core/model";
import { newestSchema } from "@tidemark/db";
import type { ScheduledBackups } from "./scheduled-backups.ts";
import type { OpenStreams } from "../http/answers/open-streams.ts";
import type { JobLog } from "./job-log.ts";
import type { RecentWarnings, Warning } from "./recent-warnings.ts";
import type { Services } from "./services.ts";

export interface StateDeps {
  readonly services: Pick<Services, "database" | "instance" | "disk" | "nowMs" | "holder" | "jobs">;
  readonly version: string;
  /** Commit of the repository that the server runs from; absent or "" if unknown. */
  readonly commit?: string | undefined;
  readonly streams: Pick<OpenStreams, "counts">;
  readonly warnings: Pick<RecentWarnings, "list">;
  /** Null if the server makes no backups by itself. */
  readonly backups: ScheduledBackups | null;
}

/** State of the process that was asked, and of its database. */
export interface InstanceState extends InstanceCounts {
  readonly version: string;
  readonly commit: string;
  readonly schema: number;
  /** Name of the process among those that share the database. */
  readonly process: string;
  readonly startedMs: number;
  readonly openStreams: number;
  readonly disks: readonly { readonly name: string; readonly bytes: number }[];
  /** True if one of the disks has only its reserve left. */
  readonly isDiskShort: boolean;
  /** Jobs that have succeeded since the start of the process, with the last time. */
  readonly jobs: ReturnType<JobLog["successes"]>;
  /** True if nothing is removed because of its age, since the clock may be wrong. */
  readonly isRemovalPaused: boolean;
  readonly warnings: readonly Warning[];
  /** Scheduled backups in their folder, newest first; null without a schedule. */
  readonly backups: BackupState | null;
}

export interface BackupState {
  readonly folder: string;
  /** Time of day, such as `03:00`, in the time zone of the process. */
  readonly at: string;
  readonly kept: readonly {
    readonly name: string;
    readonly madeMs: number;
    readonly memos: number;
    readonly files: number;
    /** Size of the database, and of the files, which backups share. */
    readonly bytes: number;
    readonly fileBytes: number;
  }[];
  /** True while one is being made. */
  readonly isMaking: boolean;
  /** Reason why the last backup failed; null if it didn't. */
  readonly failure: string | null;
}

/** Returns the state of an instance, for administrators. */
export async function readState(
  { services, version, commit = "", streams, warnings, backups }: StateDeps,
  caller: Caller,
): Promise<Result<InstanceState, AppError>> {
  const { database, instance, disk, nowMs, holder, jobs } = services;
  const state = await instance.counts(caller, nowMs());
  if (!state.ok) return state;
  await disk.look();
  const doubt = await database.read(({ meta }) => findClockDoubt(meta, nowMs()));
  return ok({
    ...state.value,
    version,
    commit,
    schema: newestSchema,
    process: holder,
    startedMs: Math.round(nowMs() - process.uptime() * 1000),
    openStreams: [...streams.counts().values()].reduce((sum, count) => sum + count, 0),
    disks: disk.free(),
    isDiskShort: disk.isShort(),
    jobs: jobs.successes(),
    isRemovalPaused: doubt !== null,
    warnings: warnings.list(),
    backups: backups === null ? null : await readBackups(backups),
  });
}

/** Returns the backups in their folder, as far as it can be read. */
export async function readBackups(backups: ScheduledBackups): Promise<BackupState> {
  const { folder, at } = backups.plan;
  // Empty as well while the folder can't be read, which `failure` says.
  const all = await backups.list().catch(() => []);
  return {
    folder,
    at: [at.hours, at.minutes].map((part) => String(part).padStart(2, "0")).join(":"),
    kept: all.map(({ name, manifest: { madeMs, memos, files, bytes, fileBytes } }) => ({
      name,
      madeMs,
      memos,
      files,
      bytes,
      fileBytes,
    })),
    isMaking: backups.isMaking(),
    failure: backups.failure(),
  };
}
