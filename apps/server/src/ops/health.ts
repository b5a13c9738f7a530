import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Services } from "../services/services.ts";

const status = z.object({ status: z.enum(["ok", "unavailable"]) });

/** For whoever watches the server: `/healthz` that it runs, `/readyz` that its database answers. */
export const healthRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (
  app,
  { services },
) => {
  app.get("/healthz", { schema: { hide: true, response: { 200: status } } }, async () => ({
    status: "ok" as const,
  }));

  app.get(
    "/readyz",
    { schema: { hide: true, response: { 200: status, 503: status } } },
    async (request, reply) => {
      try {
        await services.database.read(({ meta }) => meta.headSeq());
        return { status: "ok" as const };
      } catch (error) {
        request.log.error({ err: error }, "not ready");
        return reply.code(503).send({ status: "unavailable" });
      }
    },
  );
};
