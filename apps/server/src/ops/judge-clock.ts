import { judgeClock } from "@tidemark/core/commit";
import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services/services.ts";

/** Compares the clock with the time the instance last ran, and logs a warning if it looks wrong. */
export interface ClockJudge {
  judge(): Promise<void>;
}

/** Creates a clock check. `sinceStartMs` is a monotonic clock. */
export function createClockJudge(
  { database, nowMs }: Pick<Services, "database" | "nowMs">,
  logger: Pick<FastifyBaseLogger, "warn" | "info">,
  {
    isTrusted = false,
    sinceStartMs = () => performance.now(),
  }: { readonly isTrusted?: boolean; readonly sinceStartMs?: () => number } = {},
): ClockJudge {
  let lastMs = sinceStartMs();
  let isFirst = true;
  let isPaused = false;
  return {
    async judge() {
      const ranMs = sinceStartMs() - lastMs;
      const doubt = await judgeClock(database, {
        nowMs: nowMs(),
        ranMs,
        isTrusted: isTrusted && isFirst,
      });
      lastMs += ranMs;
      isFirst = false;
      if (doubt !== null) {
        const { servedMs, acceptedInMs } = doubt;
        const hours = Math.ceil(acceptedInMs / 3_600_000);
        logger.warn(
          { clock: isoTime(doubt.nowMs), lastServed: isoTime(servedMs) },
          `the clock is more than a week from when this was last served: nothing is removed for good for ${hours} more hours; set the clock, or start with --trust-clock if it is right`,
        );
      } else if (isPaused) logger.info("the clock is trusted again; expired data is deleted again");
      isPaused = doubt !== null;
    },
  };
}

/** The clock may be outside the range of `Date`. */
function isoTime(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms);
}
