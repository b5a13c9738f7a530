import { unwrap } from "@tidemark/core";
import type { UserStats } from "@tidemark/core/user";
import { z } from "zod";
import { identityOf } from "../../http/guards/authentication.ts";
import type { RestRoutes } from "../shared/rest-route.ts";
import {
  enumInput,
  formatTimestamp,
  stateNumbers,
  timestampOutput,
} from "../shared/wire-values.ts";
import { writeRow } from "../../http/answers/writable-rows.ts";

const statsJson = z
  .object({
    name: z.string(),
    memoTypeStats: z.object({
      linkCount: z.int(),
      codeCount: z.int(),
      todoCount: z.int(),
      undoCount: z.int(),
    }),
    tagCount: z.record(z.string(), z.int()),
    memoCreatedTimestamps: z.array(timestampOutput),
    memoUpdatedTimestamps: z.array(timestampOutput),
    pinnedMemos: z.array(z.string()),
    totalMemoCount: z.int(),
  })
  .meta({ id: "UserStats" });

const querystring = z.object({
  filter: z.string().default(""),
  state: enumInput(["STATE_UNSPECIFIED", "NORMAL", "ARCHIVED"], stateNumbers).optional(),
});

/** Routes for statistics of users' memos, counting only memos that the caller can read. */
export const userStatsRoutes: RestRoutes = async (app, { services }) => {
  app.get(
    "/users/:user([A-Za-z0-9-]+)::getStats",
    {
      schema: {
        tags: ["users"],
        summary: "Get statistics of a user's memos",
        params: z.object({ user: z.string() }),
        querystring,
        response: { 200: statsJson },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const { user } = request.params;
      return statsToJson(unwrap(await services.users.stats(caller, user, selected(request.query))));
    },
  );

  app.get(
    "/users::stats",
    {
      schema: {
        tags: ["users"],
        summary: "List statistics of all users' memos",
        querystring,
        response: { 200: z.object({ stats: z.array(statsJson) }) },
      },
    },
    async (request) => {
      const { caller } = identityOf(request);
      const stats = unwrap(await services.users.allStats(caller, selected(request.query)));
      return { stats: stats.map(statsToJson) };
    },
  );
};

/** Returns the selection of memos to count, with the same default state as a list. */
function selected({ filter, state }: z.infer<typeof querystring>) {
  return { filter, state: state ?? "NORMAL" };
}

function timesToJson({ name }: UserStats, times: readonly number[]): string[] {
  return times
    .map((ms) => writeRow("memo", `of ${name} at ${ms}`, () => formatTimestamp(ms)))
    .filter((time) => time !== null);
}

function statsToJson(stats: UserStats): z.infer<typeof statsJson> {
  return {
    name: `${stats.name}/stats`,
    memoTypeStats: { ...stats.memoTypeStats },
    tagCount: { ...stats.tagCount },
    memoCreatedTimestamps: timesToJson(stats, stats.memoCreatedMs),
    memoUpdatedTimestamps: timesToJson(stats, stats.memoUpdatedMs),
    pinnedMemos: [...stats.pinnedMemos],
    totalMemoCount: stats.totalMemoCount,
  };
}
