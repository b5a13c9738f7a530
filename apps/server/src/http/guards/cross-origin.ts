import fastifyCors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/** Headers that scripts need, in addition to those that browsers always expose. */
const exposedHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "ETag",
  "Location",
  "Content-Range",
  "Content-Disposition",
  "WWW-Authenticate",
  "X-Request-Id",
];
const preflightMaxAgeS = 600;

/**
 * Lets scripts of the listed origins read answers; other origins get no header, and an empty list disables
 * it. Credentials are never allowed: a page of another origin sends a bearer, not the cookie. Install it
 * before anything that refuses requests, so refusals are readable too, and preflights, which have no
 * credential, aren't counted.
 */
export async function installCrossOrigin(
  app: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  const opened: FastifyCorsOptions = {
    origin: true,
    credentials: false,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders,
    maxAge: preflightMaxAgeS,
  };
  app.addHook("onRoute", (route) => {
    // The preflight route; its answers contain only the allowed methods and headers.
    if (route.method === "OPTIONS" && route.url === "*") {
      route.config = { ...route.config, family: "preflight", access: "anyone" };
    }
  });
  await app.register(fastifyCors, {
    delegator: (request, answer) => {
      const { origin = "" } = request.headers;
      const isPlainOptions =
        request.method === "OPTIONS" &&
        request.headers["access-control-request-method"] === undefined;
      answer(null, origins.includes(origin) && !isPlainOptions ? opened : { origin: false });
    },
  });
}
