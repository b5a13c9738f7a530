import fastifyCors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/** Headers of answers that scripts need besides those that browsers always show them. */
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
];
const preflightMaxAgeS = 600;

/**
 * Lets scripts of the listed origins read answers; no other origin gets a header, and none does when
 * the list is empty. Never with credentials: a page of another origin sends a bearer, and the cookie
 * stays with the server's own. To be installed before anything that refuses a request, so that a
 * refusal can be read too, and so that preflights, which carry no credential, are not counted.
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
    // The one that takes preflights; their answers say nothing but what may be asked.
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
