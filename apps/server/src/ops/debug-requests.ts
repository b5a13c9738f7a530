import { createDebug, isListenedTo } from "@tidemark/core/debug";
import type { FastifyInstance } from "fastify";

const debug = createDebug("http");

/**
 * Logs each answer if debug output for `http` is enabled. Install it before the routes. Logs the route's
 * pattern, because a path may contain a secret such as a share token.
 */
export function debugRequests(app: FastifyInstance): void {
  if (!isListenedTo("http")) return;
  app.addHook("onResponse", async ({ method, routeOptions }, { statusCode, elapsedTime }) =>
    debug("answered", () => ({
      method,
      route: routeOptions.url ?? "unknown",
      status: statusCode,
      ms: Math.round(elapsedTime),
    })),
  );
}
