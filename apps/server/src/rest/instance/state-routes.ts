import { unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import { beginBackup } from "../../services/back-up-now.ts";
import {
  type BackupState,
  type InstanceState,
  readBackups,
  readState,
} from "../../services/instance-state.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";

const backupJson = z
  .object({
    name: z.string(),
    makeTime: timestampOutput,
    memoCount: z.int(),
    fileCount: z.int(),
    sizeBytes: z.string(),
    fileBytes: z.string(),
  })
  .meta({ id: "InstanceBackup" });

const backupsJson = z
  .object({
    folder: z.string(),
    time: z.string(),
    making: z.boolean(),
    kept: z.array(backupJson),
    failure: z.string().optional(),
  })
  .meta({ id: "InstanceBackups" });

const stateJson = z
  .object({
    version: z.string(),
    commit: z.string(),
    database: z.object({
      driver: z.enum(["sqlite", "postgres"]),
      schema: z.int(),
      sizeBytes: z.string(),
    }),
    process: z.object({ id: z.string(), startTime: timestampOutput, openStreams: z.int() }),
    sessions: z.object({ web: z.int(), device: z.int() }),
    disks: z.array(z.object({ place: z.string(), freeBytes: z.string() })),
    diskShort: z.boolean(),
    jobs: z.array(z.object({ job: z.string(), lastSuccessTime: timestampOutput })),
    lastBackupTime: timestampOutput.optional(),
    removalPaused: z.boolean(),
    backups: backupsJson.optional(),
    warnings: z.array(z.object({ time: timestampOutput, level: z.string(), message: z.string() })),
  })
  .meta({ id: "InstanceState" });

/** Route for the state of the instance. */
export const instanceStateRoutes: RestRoutes = async (app, { state }) => {
  app.get(
    "/instance/state",
    {
      schema: {
        tags: ["instance"],
        summary: "Get what runs, for administrators",
        description:
          "`process`, `disks`, `jobs` and `warnings` are those of the process that answers, since its start; there may be others over the same database. `lastBackupTime` is the newest in the audit log. `backups` has the daily ones, if the server makes them: where, at which time of its day, if one is being made, those that are kept with the newest first, and why the last one failed.",
        response: { 200: stateJson },
      },
    },
    async (request) => stateToJson(unwrap(await readState(state, identityOf(request).caller))),
  );

  app.post(
    "/instance/backups",
    {
      schema: {
        tags: ["instance"],
        summary: "Begin a backup of the instance, for administrators",
        description:
          "Writes a backup into the folder of the daily ones. The state's `backups` tell when it is `making`, and the `failure`. FAILED_PRECONDITION if the server has no such folder.",
        response: { 200: backupsJson },
      },
    },
    async (request) => {
      const begun = unwrap(beginBackup(state, identityOf(request).caller));
      return backupsToJson(await readBackups(begun));
    },
  );
};

function backupToJson(backup: BackupState["kept"][number]): z.infer<typeof backupJson> {
  return {
    name: backup.name,
    makeTime: formatTimestamp(backup.madeMs),
    memoCount: backup.memos,
    fileCount: backup.files,
    sizeBytes: String(backup.bytes),
    fileBytes: String(backup.fileBytes),
  };
}

function stateToJson(state: InstanceState): z.infer<typeof stateJson> {
  return {
    version: state.version,
    commit: state.commit,
    database: {
      driver: state.databaseKind,
      schema: state.schema,
      sizeBytes: String(state.databaseBytes),
    },
    process: {
      id: state.process,
      startTime: formatTimestamp(state.startedMs),
      openStreams: state.openStreams,
    },
    sessions: { web: state.webSessions, device: state.deviceSessions },
    disks: state.disks.map(({ name, bytes }) => ({ place: name, freeBytes: String(bytes) })),
    diskShort: state.isDiskShort,
    jobs: [...state.jobs].map(([job, atMs]) => ({ job, lastSuccessTime: formatTimestamp(atMs) })),
    ...(state.lastBackupMs !== null && { lastBackupTime: formatTimestamp(state.lastBackupMs) }),
    removalPaused: state.isRemovalPaused,
    ...(state.backups !== null && { backups: backupsToJson(state.backups) }),
    warnings: state.warnings.map(({ atMs, level, message }) => ({
      time: formatTimestamp(atMs),
      level,
      message,
    })),
  };
}

function backupsToJson(backups: BackupState): z.infer<typeof backupsJson> {
  const { folder, at: time, isMaking: making, kept, failure } = backups;
  return {
    folder,
    time,
    making,
    kept: kept.map(backupToJson),
    ...(failure !== null && { failure }),
  };
}
