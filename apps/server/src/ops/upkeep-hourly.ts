import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services/services.ts";
import { runEvery } from "./run-every.ts";

const schedule = { firstAfterMs: 60 * 1000, everyMs: 60 * 60 * 1000 };

/** Runs the upkeep once an hour, beginning a minute after the start, until it is disposed. */
export function upkeepHourly(
  { upkeep }: Pick<Services, "upkeep">,
  logger: FastifyBaseLogger,
): AsyncDisposable {
  return runEvery(schedule, async () => {
    try {
      const report = await upkeep();
      if (Object.values(report).some((count) => count > 0)) logger.info(report, "upkeep");
    } catch (error) {
      // The next run finds what this one left.
      logger.error({ err: error }, "the upkeep failed");
    }
  });
}
