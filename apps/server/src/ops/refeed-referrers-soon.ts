import { setImmediate } from "node:timers/promises";
import { hasSignal } from "@tidemark/core";
import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services/services.ts";

/**
 * Refeeds the referrers of memos that became visible or hidden, if they were too many for one transaction.
 * Runs at the start, and whenever a change leaves some pending. Other writes can run between the batches.
 */
export function refeedReferrersSoon(
  services: Pick<Services, "signals" | "refeedDueReferrers">,
  logger: FastifyBaseLogger,
): AsyncDisposable {
  let isStopped = false;
  let isAskedAgain = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        while (!isStopped && (await services.refeedDueReferrers())) await setImmediate();
      } while (isAskedAgain && !isStopped);
    } catch (error) {
      // The referrers stay pending until the next change that leaves some, or the next start.
      logger.error({ err: error }, "cannot update the memos that refer to a memo");
    }
    running = null;
  }

  function wake(): void {
    isAskedAgain = true;
    if (!isStopped) running ??= run();
  }

  const stopListening = services.signals.listen((signals) => {
    if (hasSignal(signals, "referrers-due")) wake();
  });
  wake();
  return {
    async [Symbol.asyncDispose]() {
      stopListening();
      isStopped = true;
      await running;
    },
  };
}
