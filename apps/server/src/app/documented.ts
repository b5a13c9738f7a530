import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import type { FastifyRequest, RouteOptions } from "fastify";
import {
  openApiDocument,
  openApiTransform,
  openApiTransformObject,
} from "../rest/openapi/document.ts";
import { openBareFastify } from "./open-fastify.ts";

/** The API's document, and the page that shows it. */
export interface Documented {
  describe(): object;
  /** What is answered to a request below `/docs`; 404 where nothing is. Rejects with what goes wrong. */
  page(request: FastifyRequest): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer | undefined;
  }>;
}

/** What an answer says of its body; the rest of it is said by whoever passes it on. */
const passedOn = [
  "accept-ranges",
  "cache-control",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "location",
];

/** An application that is never listened on: it has the routes for what they say of themselves alone. */
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
    // One without a body comes with its GET.
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
      // Whoever answers a HEAD leaves the body out.
      const answer = await app.inject({ method: "GET", url, headers });
      // Answered as everything that goes wrong is, by whoever asked.
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

/** A call goes where `..` in its path leads, which may be a route that is here for its description alone. */
function leadsElsewhere(url: string): boolean {
  return URL.parse(url, "http://localhost")?.pathname !== url.replace(/\?.*/s, "");
}
