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

/** Content of 1 MiB may become six times as large when escaped in JSON. */
const bodyLimitBytes = 8 * 1024 * 1024;

/** Upper bound for any deadline of a request body, including a file of 2 GiB over a slow connection. */
const requestTimeoutMs = 24 * 3600 * 1000;
/**
 * Maximum number of connections. Each may hold a small body that isn't counted elsewhere; a device has three,
 * and a reverse proxy shares a few between its clients.
 */
const maxConnections = 10_000;
/**
 * Time without traffic in either direction before a connection is closed; event streams send data more often.
 */
const silenceTimeoutMs = 2 * 60 * 1000;

const unused = (): never => {
  throw new Error("schemas are read by Zod");
};
/** Without these, Fastify loads its own schema compilers at start. */
const schemaController = { compilersFactory: { buildValidator: unused, buildSerializer: unused } };
const routerOptions = { constraints: { form: formConstraint } };

export type App = ReturnType<typeof openFastify>;

/** Creates Fastify with the server's limits and Zod schemas, without guards and routes. */
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

/** Creates Fastify with only routing and Zod schemas. */
export function openBareFastify() {
  const app = fastify({ routerOptions, schemaController }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}
