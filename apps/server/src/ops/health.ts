import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../services/services.ts";

const status = z.object({ status: z.enum(["ok", "degraded", "unavailable", "draining"]) });

/** Timeout for the database: an unresponsive machine doesn't even return an error. */
const answersWithinMs = 5000;

interface HealthOptions {
  readonly services: Pick<Services, "database" | "signals" | "disk">;
  readonly withinMs?: number;
  readonly isDraining?: () => boolean;
}

/**
 * Health checks for monitoring: `/healthz` shows that the server runs, `/readyz` that its database responds
 * and its disk has space, and that it isn't about to stop.
 */
export const healthRoutes: FastifyPluginAsyncZod<HealthOptions> = async (
  app,
  { services, withinMs = answersWithinMs, isDraining },
) => {
  app.get("/healthz", { schema: { hide: true, response: { 200: status } } }, async () => ({
    status: "ok" as const,
  }));

  app.get(
    "/readyz",
    { schema: { hide: true, response: { 200: status, 503: status } } },
    async (request, reply) => {
      if (isDraining?.() === true) return reply.code(503).send({ status: "draining" });
      try {
        await within(withinMs, answers(services));
        await services.disk.look();
        // Reading works on a full disk, so load balancers keep sending requests.
        return { status: services.disk.isShort() ? ("degraded" as const) : ("ok" as const) };
      } catch (error) {
        request.log.error({ err: error }, "not ready");
        return reply.code(503).send({ status: "unavailable" });
      }
    },
  );
};

/** Makes the reads that every request starts with. */
async function answers({ signals, database }: HealthOptions["services"]): Promise<void> {
  await signals.catchUp();
  await database.read(({ meta }) => meta.headSeq());
}

/** Rejects if the answer takes longer than `ms`. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const late = sleep(ms, null, { signal: waiting.signal }).then(() => {
    throw new Error(`the database has not answered for ${ms} ms`);
  });
  // Handles the rejection once the race is decided.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    waiting.abort();
  }
}
