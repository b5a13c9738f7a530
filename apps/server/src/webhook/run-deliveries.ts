import { hasSignal } from "@tidemark/core";
import type { Wake } from "@tidemark/core/webhook";
import type { FastifyBaseLogger } from "fastify";
import type { Services } from "../services/services.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";

/** Maximum wait between checks, since a timer over weeks may be late. */
const longestWaitMs = 60 * 60_000;
/** Maximum wait with several processes: one may be killed before it signals a due delivery. */
const longestWaitBesideMs = 3 * 60_000;
const retryAfterFaultMs = 60_000;

/**
 * Delivers to webhooks until disposed: due deliveries immediately, after every change that adds some, and
 * when the next retry is due. Disposing interrupts running deliveries, which are retried after the next
 * start. `mostMs` is the maximum time between checks.
 */
export function runDeliveries(
  services: Services,
  logger: FastifyBaseLogger,
  mostMs = services.relay === null ? longestWaitMs : longestWaitBesideMs,
): AsyncDisposable {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isAskedAgain = false;
  let running: Promise<void> | null = null;
  let wakeRound = (): void => {};

  function nextWake(): Wake {
    const { promise, resolve } = Promise.withResolvers<void>();
    let atTime: NodeJS.Timeout | undefined;
    wakeRound = resolve;
    return {
      promise,
      at: (ms) => {
        atTime = setTimeout(resolve, Math.min(Math.max(ms - services.nowMs(), 0), mostMs));
      },
      [Symbol.dispose]: () => clearTimeout(atTime),
    };
  }

  function onFault(error: unknown): void {
    logger.error({ err: error }, "cannot deliver to webhooks");
  }

  async function run(): Promise<void> {
    let waitMs = retryAfterFaultMs;
    try {
      do {
        isAskedAgain = false;
        const { signal } = stopping;
        const nextDueMs = await deliverWebhooks(services, { signal, onFault, nextWake });
        const untilMs = nextDueMs === null ? mostMs : nextDueMs - services.nowMs();
        waitMs = Math.min(Math.max(untilMs, 0), mostMs);
      } while (isAskedAgain && !stopping.signal.aborted);
    } catch (error) {
      onFault(error);
    }
    running = null;
    if (!stopping.signal.aborted) timer = setTimeout(wake, waitMs);
  }

  function wake(): void {
    clearTimeout(timer);
    isAskedAgain = true;
    wakeRound();
    if (!stopping.signal.aborted) running ??= run();
  }

  const stopListening = services.signals.listen((signals) => {
    if (hasSignal(signals, "deliveries-due")) wake();
  });
  wake();
  return {
    async [Symbol.asyncDispose]() {
      stopListening();
      clearTimeout(timer);
      stopping.abort();
      await running;
      clearTimeout(timer);
    },
  };
}
