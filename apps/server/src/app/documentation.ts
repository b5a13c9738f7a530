import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { declareRoutes } from "../http/routing/route-declaration.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { loadOnce } from "../http/routing/load-once.ts";
import type { App } from "./open-fastify.ts";

export interface Documentation {
  /** The document that describes the API. */
  describe(): Promise<object>;
}

/** Paths of the page that shows the document. */
const paths = ["/docs", "/docs/json", "/docs/yaml", "/docs/static/*"];
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * Describes `routes`, which may be mounted later: the document, and a page at `/docs` that shows it. What
 * makes them is loaded with the first request for either: it is large, and most servers are never asked.
 */
export async function installDocumentation(
  app: App,
  { version, config }: AppDeps,
  routes: readonly RouteOptions[],
): Promise<Documentation> {
  const open = loadOnce(async () => {
    const { openDocumented } = await import("./documented.ts");
    return openDocumented(routes, { version, publicUrl: config.publicUrl });
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = await (await open()).page(request);
    if (status === 404) return reply.callNotFound();
    return reply
      .status(status)
      .headers({ ...headers, "content-security-policy": policy })
      .send(body);
  };
  await app.register(async (scope) => {
    declareRoutes(scope, { family: "docs", access: "anyone" });
    const schema = { hide: true };
    for (const path of paths) scope.get(path, { schema, prefixTrailingSlash: "both" }, answer);
    scope.get("/docs/", { schema }, answer);
  });
  return { describe: async () => (await open()).describe() };
}
