import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services/services.ts";
import type { Ending } from "./ending.ts";
import type { ClockJudge } from "./judge-clock.ts";
import { runEvery } from "./run-every.ts";
import { type LeaseServices, acquireLease } from "./acquire-lease.ts";

const schedule = { firstAfterMs: 60 * 1000, everyMs: 60 * 60 * 1000 };
/** Duration of the lease, beyond the holder's next run, which renews it. */
const leaseMs = 65 * 60 * 1000;

/**
 * Runs the upkeep once an hour, first after a minute, until disposed. One of the processes that share the
 * database does it.
 */
export function upkeepHourly(
  services: Pick<Services, "upkeep" | "jobs"> & LeaseServices,
  logger: FastifyBaseLogger,
  ending?: Ending,
  clock?: ClockJudge,
): AsyncDisposable {
  const keepUp = async (again: (afterMs: number) => void): Promise<void> => {
    try {
      const heldForMs = await acquireLease(services, "upkeep", leaseMs);
      // The holder may have ended by then.
      if (heldForMs > 0) return again(heldForMs);
      await clock?.judge();
      const report = await services.upkeep(ending?.begun);
      if (Object.values(report).some((count) => count > 0)) logger.info(report, "upkeep");
      services.jobs.succeeded("upkeep", services.nowMs());
    } catch (error) {
      services.jobs.failed("upkeep");
      // The next run handles the rest.
      logger.error({ err: error }, "hourly maintenance failed");
    }
  };
  return runEvery(schedule, keepUp, ending);
}
