import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import type { FastifyRequest, RouteOptions } from "fastify";
import {
  openApiDocument,
  openApiTransform,
  openApiTransformObject,
} from "../rest/openapi/document.ts";
import { openBareFastify } from "./open-fastify.ts";

/** OpenAPI document and its page. */
export interface Documented {
  describe(): object;
  /**
   * Returns the answer to a request below `/docs`; 404 for unknown paths. Rejects with the error of a
   * failure.
   */
  page(request: FastifyRequest): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer | undefined;
  }>;
}

/** Headers about the body, which are forwarded; the outer answer sets the others. */
const passedOn = [
  "accept-ranges",
  "cache-control",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "location",
];

/** Opens a second application that never listens. Its routes exist only for their documentation. */
export async function openDocumented(
  routes: readonly RouteOptions[],
  { version, publicUrl }: { readonly version: string; readonly publicUrl: string | null },
): Promise<Documented> {
  const app = openBareFastify();
  await app.register(fastifySwagger, {
    openapi: openApiDocument(version, publicUrl),
    transform: openApiTransform,
    transformObject: openApiTransformObject,
  });
  const handler = async (): Promise<void> => undefined;
  for (const { method, url, schema, config, constraints } of routes) {
    // Each GET includes its HEAD.
    if (method === "HEAD" || schema?.hide === true) continue;
    app.route({
      method,
      url,
      handler,
      ...(schema && { schema }),
      ...(config && { config }),
      ...(constraints && { constraints }),
    });
  }
  const failures = new WeakMap<object, unknown>();
  app.setErrorHandler((error, { raw }, reply) => {
    failures.set(raw, error);
    return reply.send();
  });
  await app.register(fastifySwaggerUi, { routePrefix: "/docs", uiConfig: { validatorUrl: null } });
  await app.ready();
  return {
    describe: () => app.swagger(),
    async page({ url, headers }) {
      if (leadsElsewhere(url)) return { status: 404, headers: {}, body: undefined };
      // The outer application omits the body for a HEAD.
      const answer = await app.inject({ method: "GET", url, headers });
      // The outer application answers errors.
      if (failures.has(answer.raw.req)) throw failures.get(answer.raw.req);
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(
          passedOn.flatMap((name) => {
            const value = answer.headers[name];
            return value === undefined ? [] : [[name, String(value)]];
          }),
        ),
        body: answer.rawPayload.length === 0 ? undefined : answer.rawPayload,
      };
    },
  };
}

/**
 * True if the path changes when it is resolved: `..` could reach a route that exists only for its
 * documentation.
 */
function leadsElsewhere(url: string): boolean {
  return URL.parse(url, "http://localhost")?.pathname !== url.replace(/\?.*/s, "");
}
