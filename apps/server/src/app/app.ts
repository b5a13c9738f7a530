import fastifyCookie from "@fastify/cookie";
import { installConnect } from "../connect/connect-routes.ts";
import { addMissingMethods } from "../http/answers/method-not-allowed.ts";
import { createOpenStreams } from "../http/answers/open-streams.ts";
import { bodyDeadlines, installBodyDeadlines } from "../http/bodies/body-deadline.ts";
import { speakInOwnWords } from "../http/errors/issue-words.ts";
import { installPlainAddresses, installProxyWarning } from "../http/guards/client-address.ts";
import { installCrossOrigin } from "../http/guards/cross-origin.ts";
import type { CountRequest } from "../http/guards/rate-limit.ts";
import { installRequestIds } from "../http/guards/request-id.ts";
import { installSecurityHeaders } from "../http/guards/security-headers.ts";
import { installRouteDeclarations } from "../http/routing/route-declaration.ts";
import { installIntegerIds } from "../legacy/integer-ids.ts";
import type { Metrics } from "../ops/metrics/create-metrics.ts";
import { debugRequests } from "../ops/debug-requests.ts";
import { logRequests } from "../ops/log/log-requests.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { installCompression } from "./compression.ts";
import { installDocumentation } from "./documentation.ts";
import { installGuards } from "./guards.ts";
import { mountRoutes } from "./mount-routes.ts";
import { type App, openFastify } from "./open-fastify.ts";

/**
 * Creates the HTTP server: guards first, then one plugin per resource. Closing it first ends open event
 * streams, so it doesn't wait for them. `metrics` is absent if the configuration disables them.
 */
export async function createApp(deps: AppDeps, metrics?: Metrics): Promise<App> {
  const { services, config } = deps;
  speakInOwnWords();
  // Counts nothing until the limits are installed.
  let count: CountRequest = async () => {};
  const app = openFastify(deps, (request, reply) => count(request, reply));
  const streams = deps.streams ?? createOpenStreams();
  const { warnings = { list: () => [] }, backups = null } = deps;
  const state = { ...deps, streams, warnings, backups };
  app.addHook("preClose", () => {
    streams.endAll();
  });

  app.addHook("onRequest", (_request, reply, done) => {
    // A balancer then opens its next connection to another process.
    if (deps.isDraining?.() === true) reply.header("connection", "close");
    done();
  });
  installPlainAddresses(app);
  installRequestIds(app);
  installProxyWarning(app);
  const declaredRoutes = installRouteDeclarations(app);
  // Before plugins that add hooks to routes, since it needs the routes as written.
  const connectRoutes = installConnect(app);
  installBodyDeadlines(app, deps.bodyDeadlines ?? bodyDeadlines);
  installSecurityHeaders(app, config);
  await installCrossOrigin(app, config.corsOrigins);
  await app.register(fastifyCookie);
  await installCompression(app);
  debugRequests(app);
  logRequests(app, config.logRequests);
  if (metrics !== undefined) {
    const { installMetrics } = await import("../ops/metrics/install-metrics.ts");
    const { version, commit = "" } = deps;
    installMetrics(app, { metrics, services, streams, version, commit });
  }
  count = await installGuards(app, deps);
  installIntegerIds(app, services);
  // After the guards: a route uses the error handler that is set when it is mounted.
  const documentation = await installDocumentation(app, deps, declaredRoutes);
  await mountRoutes(app, deps, { streams, state, connectRoutes, documentation });
  if (metrics !== undefined && config.metrics !== null && config.metricsListen === null) {
    const { mountMetrics } = await import("../ops/metrics/metrics-route.ts");
    mountMetrics(app, services, metrics, config.metrics);
  }
  addMissingMethods(app, declaredRoutes);
  return app;
}
