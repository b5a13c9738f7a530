import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services/services.ts";
import { runEvery } from "./run-every.ts";
import { type LeaseServices, takeLease } from "./take-lease.ts";

const schedule = { firstAfterMs: 60 * 1000, everyMs: 60 * 60 * 1000 };
const leaseMs = 55 * 60 * 1000;

/**
 * Runs the upkeep once an hour, beginning a minute after the start, until it is disposed: in one of the
 * processes that share the database.
 */
export function upkeepHourly(
  services: Pick<Services, "upkeep"> & LeaseServices,
  logger: FastifyBaseLogger,
): AsyncDisposable {
  return runEvery(schedule, async () => {
    try {
      if (!(await takeLease(services, "upkeep", leaseMs))) return;
      const report = await services.upkeep();
      if (Object.values(report).some((count) => count > 0)) logger.info(report, "upkeep");
    } catch (error) {
      // The next run finds what this one left.
      logger.error({ err: error }, "the upkeep failed");
    }
  });
}
