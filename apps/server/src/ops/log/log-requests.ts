import type { FastifyInstance } from "fastify";
import type { MonitoringConfig } from "../../cli/monitoring-options.ts";

/** Time in ms until an answer begins, after which it counts as slow. */
const slowMs = 1000;

declare module "fastify" {
  interface FastifyRequest {
    /** Time in ms from the request to the beginning of its answer; null for answers that bypass Fastify. */
    answeredAfterMs: number | null;
  }
}

/**
 * Logs requests: all, or failed and slow ones. Logs the route's pattern, because a path may contain a secret
 * such as a share token. Install it before the routes.
 */
export function logRequests(app: FastifyInstance, which: MonitoringConfig["logRequests"]): void {
  if (which === "off") return;
  app.decorateRequest("answeredAfterMs", null);
  // Event streams and large files take long to send, but aren't slow.
  app.addHook("onSend", (request, reply, payload, done) => {
    request.answeredAfterMs = reply.elapsedTime;
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions, answeredAfterMs } = request;
    const { statusCode: status } = reply;
    if (which === "all" || status >= 500 || (answeredAfterMs ?? 0) > slowMs) {
      const ms = Math.round(answeredAfterMs ?? reply.elapsedTime);
      request.log.info({ method, route: routeOptions.url ?? "unknown", status, ms }, "request");
    }
    done();
  });
}
