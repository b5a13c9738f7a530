import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services.ts";

const firstAfterMs = 60 * 1000;
const everyMs = 60 * 60 * 1000;

/** Runs the upkeep once an hour, beginning a minute after the start, until it is disposed. */
export function upkeepHourly(
  { upkeep }: Pick<Services, "upkeep">,
  logger: FastifyBaseLogger,
): AsyncDisposable {
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      const report = await upkeep();
      if (Object.values(report).some((count) => count > 0)) logger.info(report, "upkeep");
    } catch (error) {
      // The next run finds what this one left.
      logger.error({ err: error }, "the upkeep failed");
    }
  };
  const again = (afterMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = run();
      timer = again(everyMs);
      timer.unref();
    }, afterMs);
  let timer = again(firstAfterMs);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await running;
    },
  };
}
