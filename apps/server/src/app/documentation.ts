import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import { declareRoutes } from "../http/routing/route-declaration.ts";
import {
  openApiDocument,
  openApiTransform,
  openApiTransformObject,
} from "../rest/openapi/document.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import type { App } from "./open-fastify.ts";

/** Describes what is mounted later: the document, and a page at `/docs` that shows it. */
export async function installDocumentation(app: App, { version, config }: AppDeps): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: openApiDocument(version, config.publicUrl),
    transform: openApiTransform,
    transformObject: openApiTransformObject,
  });
  await app.register(async (scope) => {
    declareRoutes(scope, { family: "docs", access: "anyone" });
    await scope.register(fastifySwaggerUi, {
      routePrefix: "/docs",
      staticCSP:
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      uiConfig: { validatorUrl: null },
    });
  });
}
