import { setImmediate } from "node:timers/promises";
import { hasSignal } from "@tidemark/core";
import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services/services.ts";

/**
 * Tells what refers to a memo that came into sight or left it, where that was too much for one
 * transaction: at the start, and whenever a change leaves some. Other writes get in between the parts.
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
      // It stays noted: the next one that leaves some, or the next start, goes on with it.
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
