import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../services/services.ts";

const status = z.object({ status: z.enum(["ok", "degraded", "unavailable"]) });

/** A database on a machine that fell silent answers nothing, not even that it does not. */
const answersWithinMs = 5000;

interface HealthOptions {
  readonly services: Pick<Services, "database" | "signals" | "disk">;
  readonly withinMs?: number;
}

/**
 * For whoever watches the server: `/healthz` that it runs, `/readyz` that its database answers, and whether
 * its disk has room.
 */
export const healthRoutes: FastifyPluginAsyncZod<HealthOptions> = async (
  app,
  { services, withinMs = answersWithinMs },
) => {
  app.get("/healthz", { schema: { hide: true, response: { 200: status } } }, async () => ({
    status: "ok" as const,
  }));

  app.get(
    "/readyz",
    { schema: { hide: true, response: { 200: status, 503: status } } },
    async (request, reply) => {
      try {
        await within(withinMs, answers(services));
        await services.disk.look();
        // Reading works on a full disk, so whoever spreads requests goes on sending them.
        return { status: services.disk.isShort() ? ("degraded" as const) : ("ok" as const) };
      } catch (error) {
        request.log.error({ err: error }, "not ready");
        return reply.code(503).send({ status: "unavailable" });
      }
    },
  );
};

/** What requests ask first, and what they read then. */
async function answers({ signals, database }: HealthOptions["services"]): Promise<void> {
  await signals.catchUp();
  await database.read(({ meta }) => meta.headSeq());
}

/** Rejects when the answer has not come by then. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const late = sleep(ms, null, { signal: waiting.signal }).then(() => {
    throw new Error(`the database has not answered for ${ms} ms`);
  });
  // Nobody waits for it once the answer is there.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    waiting.abort();
  }
}
