import { appError, AppFailure } from "@tidemark/core";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from "fastify";

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
 * that the path is unknown. To be called after the last of the API's `routes`.
 */
export function addMissingMethods(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  const allowedByUrl = new Map<string, Set<string>>();
  for (const route of routes) {
    // What is no method of Connect has a route of its own.
    if (route.config?.family !== "api" || route.config.rpc !== undefined) continue;
    const allowed = allowedByUrl.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) allowed.add(method);
    allowedByUrl.set(route.url, allowed);
  }
  for (const [url, known] of allowedByUrl) {
    const missing = methods.filter((method) => !known.has(method));
    if (missing.length === 0) continue;
    const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
      reply.header("allow", [...known].join(", "));
      throw new AppFailure(
        appError("METHOD_NOT_ALLOWED", `${request.method} is not possible here`),
      );
    };
    app.route({
      url,
      method: missing,
      schema: { hide: true },
      config: { family: "api", access: "anyone" },
      // Before its body is looked at, like a path that is not there.
      preParsing: refuse,
      handler: refuse,
    });
  }
}
