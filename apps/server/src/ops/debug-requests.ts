import { createDebug, isListenedTo } from "@tidemark/core/debug";
import type { FastifyInstance } from "fastify";

const debug = createDebug("http");

/**
 * Says of each request how it was answered, while somebody listens to `http`: install it before the
 * routes. They are named by their pattern: an address may hold what opens something.
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
