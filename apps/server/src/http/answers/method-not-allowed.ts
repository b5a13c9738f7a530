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
 * Answers 405 with `Allow` if a path exists but not with this method; the router alone would answer 404. Call
 * it after the last of the API's `routes`.
 */
export function addMissingMethods(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  const allowedByUrl = new Map<string, Set<string>>();
  for (const route of routes) {
    // Connect paths have a catch-all route for unknown methods.
    const { family, rpc } = route.config ?? {};
    if ((family !== "api" && family !== "mcp") || rpc !== undefined) continue;
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
      // Before the body is read, like an unknown path.
      preParsing: refuse,
      handler: refuse,
    });
  }
}
