import fastifyCompress from "@fastify/compress";
import fastifyCookie from "@fastify/cookie";
import fastifySwagger from "@fastify/swagger";
import fastifySwaggerUi from "@fastify/swagger-ui";
import { fastify, LogController } from "fastify";
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import { randomUUID } from "node:crypto";
import { avatarRoutes } from "../files/avatar-routes.ts";
import { installConnect } from "../connect/connect-routes.ts";
import { fileRoutes } from "../files/file-routes.ts";
import { installIntegerIds } from "../legacy/integer-ids.ts";
import { resourceRoutes } from "../legacy/resources.ts";
import { olderMemoRoutes } from "../legacy/memos.ts";
import { olderSearchRoutes } from "../legacy/search.ts";
import { olderWebhookRoutes } from "../legacy/webhooks.ts";
import { healthRoutes } from "../ops/health.ts";
import { aiRoutes } from "../rest/ai.ts";
import { eventStreamRoutes } from "../rest/event-stream.ts";
import { webhookRoutes } from "../rest/webhooks.ts";
import { accessTokenRoutes } from "../rest/access-tokens.ts";
import { attachmentRoutes } from "../rest/attachments.ts";
import { auditLogRoutes } from "../rest/audit-log.ts";
import { authRoutes } from "../rest/auth.ts";
import { commentRoutes } from "../rest/comments.ts";
import { identityProviderRoutes } from "../rest/identity-providers.ts";
import { instanceRoutes } from "../rest/instance.ts";
import { memoAttachmentRoutes } from "../rest/memo-attachments.ts";
import { memoRoutes } from "../rest/memos.ts";
import {
  openApiDocument,
  openApiTransform,
  openApiTransformObject,
} from "../rest/openapi-document.ts";
import { reactionRoutes } from "../rest/reactions.ts";
import { relationRoutes } from "../rest/relations.ts";
import { instanceSettingRoutes } from "../rest/instance-settings.ts";
import { linkMetadataRoutes } from "../rest/link-metadata.ts";
import { notificationRoutes } from "../rest/notifications.ts";
import { ownCredentialRoutes } from "../rest/own-credentials.ts";
import { revisionRoutes } from "../rest/revisions.ts";
import { setupRoutes } from "../rest/setup.ts";
import { shareRoutes } from "../rest/shares.ts";
import { spaceRoutes } from "../rest/spaces.ts";
import { userSettingRoutes } from "../rest/user-settings.ts";
import { userStatsRoutes } from "../rest/user-stats.ts";
import { userRoutes } from "../rest/users.ts";
import { viewRoutes } from "../rest/views.ts";
import { blobRoutes } from "../sync/blob-routes.ts";
import { syncPlugin } from "../sync/plugin.ts";
import type { AppDeps } from "./app-deps.ts";
import { installAnswerRoom } from "./answer-room.ts";
import { installAuthentication } from "./authentication.ts";
import { bodyDeadlines, installBodyDeadlines } from "./body-deadline.ts";
import { installCrossOrigin } from "./cross-origin.ts";
import { installCrossSiteGuard } from "./cross-site.ts";
import { debugRequests } from "../ops/debug-requests.ts";
import { answerFrameworkError, installErrorReplies } from "./error-reply.ts";
import { formConstraint } from "./form-constraint.ts";
import { speakInOwnWords } from "./issue-words.ts";
import { installJsonBody } from "./json-body.ts";
import { addMissingMethods } from "./method-not-allowed.ts";
import { createOpenStreams } from "./open-streams.ts";
import { type CountRequest, installRateLimits } from "./rate-limit.ts";
import { declared, declareRoutes, installRouteDeclarations } from "./route-declaration.ts";
import { installSecurityHeaders } from "./security-headers.ts";
import { installUnknownPaths } from "./unknown-path.ts";

/** Content of 1 MiB may take six times as much once JSON has escaped it. */
const bodyLimitBytes = 8 * 1024 * 1024;

/** What no deadline of a body is longer than, a file of 2 GiB over a slow line included. */
const requestTimeoutMs = 24 * 3600 * 1000;
/** How long a connection may be silent both ways: event streams say something more often. */
const silenceTimeoutMs = 2 * 60 * 1000;

/**
 * The HTTP face of the server: guards first, then one plugin per resource. Closing it ends open
 * event streams first, so that it does not wait for them.
 */
export async function createApp(deps: AppDeps) {
  const { services, config } = deps;
  speakInOwnWords();
  let count: CountRequest = async () => {};
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    // A filter of 8 KiB, percent-encoded, makes a request line three times as long.
    http: { maxHeaderSize: 64 * 1024 },
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: "idle",
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceTimeoutMs,
    routerOptions: { constraints: { form: formConstraint } },
    frameworkErrors: (error, request, reply) =>
      void answerFrameworkError(error, request, reply, count),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const streams = createOpenStreams();
  app.addHook("preClose", () => {
    streams.endAll();
  });

  const declaredRoutes = installRouteDeclarations(app);
  // Before what puts hooks of its own into routes: it is to find each route as it was written.
  const connectRoutes = installConnect(app);
  installBodyDeadlines(app, deps.bodyDeadlines ?? bodyDeadlines);
  // Strict transport security only where the server is known to be reached by https.
  installSecurityHeaders(app, config.publicUrl?.startsWith("https:") === true);
  await installCrossOrigin(app, config.corsOrigins);
  await app.register(fastifyCookie);
  app.addHook("onRoute", (route) => {
    // What devices fetch is large and fetched once, often over slow lines: a tenth less on the way.
    if (route.url === "/sync/:path")
      route.compress = { encodings: ["gzip"], zlibOptions: { level: 6 } };
  });
  await app.register(fastifyCompress, {
    encodings: ["gzip"],
    threshold: 1024,
    // Of a list, the default level takes two and a half times as long and saves a twelfth.
    zlibOptions: { level: 1 },
  });
  await app.register(fastifySwagger, {
    openapi: openApiDocument(deps.version, config.publicUrl),
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

  debugRequests(app);
  if (config.metrics !== null) {
    const { installMetrics } = await import("../ops/metrics.ts");
    installMetrics(app, { services, streams, config: config.metrics });
  }
  installAnswerRoom(app);
  installErrorReplies(app);
  installJsonBody(app);
  installAuthentication(app, services.auth, {
    publicUrl: config.publicUrl,
    isPublic: () => services.instance.current().GENERAL.publicAccess,
  });
  count = await installRateLimits(app, () => {
    const { requestsPerHour, anonymousRequestsPerHour } = services.instance.current().LIMITS;
    return {
      perCredential: requestsPerHour ?? config.rateLimit,
      perAddress: anonymousRequestsPerHour ?? config.rateLimitAnonymous,
    };
  });
  installCrossSiteGuard(app, { publicUrl: config.publicUrl, corsOrigins: config.corsOrigins });
  installUnknownPaths(app);

  installIntegerIds(app, services);

  await app.register(declared({ family: "health", access: "anyone" }, healthRoutes), { services });
  const ofApi = { family: "api", access: "caller" } as const;
  for (const routes of [
    setupRoutes,
    authRoutes,
    accessTokenRoutes,
    memoRoutes,
    memoAttachmentRoutes,
    attachmentRoutes,
    resourceRoutes,
    commentRoutes,
    relationRoutes,
    reactionRoutes,
    revisionRoutes,
    shareRoutes,
    linkMetadataRoutes,
    userRoutes,
    userStatsRoutes,
    ownCredentialRoutes,
    userSettingRoutes,
    viewRoutes,
    notificationRoutes,
    spaceRoutes,
    instanceSettingRoutes,
    auditLogRoutes,
    identityProviderRoutes,
    webhookRoutes,
    aiRoutes,
    olderMemoRoutes,
    olderSearchRoutes,
    olderWebhookRoutes,
    instanceRoutes,
  ]) {
    await app.register(declared(ofApi, routes), { ...deps, prefix: "/api/v1" });
  }
  await app.register(declared(ofApi, connectRoutes));
  await app.register(declared(ofApi, eventStreamRoutes), { ...deps, streams, prefix: "/api/v1" });
  const ofFiles = { family: "file", access: "caller", carriesFile: true } as const;
  await app.register(declared(ofFiles, fileRoutes), { ...deps, prefix: "/file" });
  await app.register(declared(ofFiles, avatarRoutes), { ...deps, prefix: "/file" });
  const ofBlobs = { family: "blob", access: "caller", carriesFile: true } as const;
  const blobs = { services, streams, prefix: "/sync/blobs" };
  await app.register(declared(ofBlobs, blobRoutes), blobs);
  // Its own guard asks for a credential everywhere but for signing in.
  const ofSync = { family: "sync", access: "anyone" } as const;
  await app.register(declared(ofSync, syncPlugin), { services, streams, prefix: "/sync" });
  addMissingMethods(app, declaredRoutes);
  return app;
}
