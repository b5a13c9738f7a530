import { appError } from "@tidemark/core";
import type { FastifyInstance, HTTPMethods } from "fastify";
import { AppFailure } from "./app-failure.ts";
import { isApiPath } from "./request-path.ts";

const methods: readonly HTTPMethods[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
];

/**
 * Answers 405 with `Allow` where a path exists and the method does not: the router itself would say
 * that the path is unknown. Returns what adds those answers, to be called after the last route.
 */
export function installMethodNotAllowed(app: FastifyInstance): () => void {
  const allowedByUrl = new Map<string, Set<string>>();
  app.addHook("onRoute", (route) => {
    if (!isApiPath(route.url)) return;
    const allowed = allowedByUrl.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) allowed.add(method);
    allowedByUrl.set(route.url, allowed);
  });

  return () => {
    // A copy, since every route added here is recorded as well.
    for (const [url, known] of Array.from(allowedByUrl, ([url, set]) => [url, [...set]] as const)) {
      const missing = methods.filter((method) => !known.includes(method));
      if (missing.length === 0) continue;
      app.route({
        url,
        method: missing,
        schema: { hide: true },
        config: { access: "anyone" },
        handler: (request, reply) => {
          reply.header("allow", known.join(", "));
          throw new AppFailure(
            appError("METHOD_NOT_ALLOWED", `${request.method} is not possible here`),
          );
        },
      });
    }
  };
}
