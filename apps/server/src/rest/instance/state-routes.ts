import { unwrap } from "@tidemark/core";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import { type InstanceState, readState } from "../../services/instance-state.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import { formatTimestamp, timestampOutput } from "../shared/wire-values.ts";

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
          "`process`, `disks`, `jobs` and `warnings` are those of the process that answers, since its start; there may be others over the same database. `lastBackupTime` is the newest in the audit log.",
        response: { 200: stateJson },
      },
    },
    async (request) => stateToJson(unwrap(await readState(state, identityOf(request).caller))),
  );
};

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
    warnings: state.warnings.map(({ atMs, level, message }) => ({
      time: formatTimestamp(atMs),
      level,
      message,
    })),
  };
}
