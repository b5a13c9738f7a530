import { fastify, LogController } from "fastify";
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { randomUUID } from "node:crypto";
import { answerFrameworkError } from "../http/answers/error-reply.ts";
import { plainPath } from "../http/routing/plain-path.ts";
import { formConstraint } from "../http/forms/form-constraint.ts";
import type { CountRequest } from "../http/guards/rate-limit.ts";
import { rarely } from "../http/routing/rarely.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";

/** Content of 1 MiB may take six times as much once JSON has escaped it. */
const bodyLimitBytes = 8 * 1024 * 1024;

/** What no deadline of a body is longer than, a file of 2 GiB over a slow line included. */
const requestTimeoutMs = 24 * 3600 * 1000;
/**
 * Most connections at once. Each may hold a small body that nothing else counts; a device has three, and a
 * reverse proxy shares a few among everybody.
 */
const maxConnections = 10_000;
/** How long a connection may be silent both ways: event streams say something more often. */
const silenceTimeoutMs = 2 * 60 * 1000;

const unused = (): never => {
  throw new Error("schemas are read by Zod");
};
/** Fastify loads its own ways with schemas as soon as it starts, unless it has others then. */
const schemaController = { compilersFactory: { buildValidator: unused, buildSerializer: unused } };
const routerOptions = { constraints: { form: formConstraint } };

export type App = ReturnType<typeof openFastify>;

/** Fastify with the server's limits and with Zod for its schemas; it has neither guards nor routes. */
export function openFastify({ logger, config }: AppDeps, count: CountRequest) {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    // A filter of 8 KiB, percent-encoded, makes a request line three times as long.
    http: { maxHeaderSize: 64 * 1024 },
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: "idle",
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceTimeoutMs,
    routerOptions,
    rewriteUrl: ({ url = "/" }) => plainPath(url),
    schemaController,
    frameworkErrors: (error, request, reply) =>
      void answerFrameworkError(error, request, reply, count),
  }).withTypeProvider<ZodTypeProvider>();
  app.server.maxConnections = maxConnections;
  app.server.on(
    "drop",
    rarely(() => {
      logger.warn({ maxConnections }, "too many open connections; new ones are rejected");
    }),
  );
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

/** Fastify with what routes are found and read by, and nothing else. */
export function openBareFastify() {
  const app = fastify({ routerOptions, schemaController }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}
