import type { FastifyPluginAsync } from "fastify";
import { avatarRoutes } from "../files/routes/avatar-routes.ts";
import { fileRoutes } from "../files/routes/file-routes.ts";
import type { OpenStreams } from "../http/answers/open-streams.ts";
import { declared } from "../http/routing/route-declaration.ts";
import { mcpRoutes } from "../mcp/mcp-routes.ts";
import { healthRoutes } from "../ops/health.ts";
import { eventStreamRoutes } from "../rest/event-stream.ts";
import { fontRoutes, pageRoutes } from "../pages/page-routes.ts";
import type { StateDeps } from "../services/instance-state.ts";
import type { AppDeps } from "../rest/shared/app-deps.ts";
import { blobRoutes } from "../sync/blob-routes.ts";
import { syncPlugin } from "../sync/plugin.ts";
import { appRoutes } from "../web/app-routes.ts";
import { embedRoutes } from "../web/embed-routes.ts";
import { feedRoutes } from "../web/feed-routes.ts";
import { publicRoutes } from "../web/public-routes.ts";
import { shareTargetRoutes } from "../web/share-target-routes.ts";
import { signInRoutes } from "../web/sign-in-routes.ts";
import { signOutRoutes } from "../web/sign-out-routes.ts";
import { apiRoutes } from "./api-routes.ts";
import type { Documentation } from "./documentation.ts";
import type { App } from "./open-fastify.ts";

/** Mounts every family of routes with its declaration (`RouteDeclaration`). */
export async function mountRoutes(
  app: App,
  deps: AppDeps,
  {
    streams,
    state,
    connectRoutes,
    documentation: { describe },
  }: {
    readonly streams: OpenStreams;
    readonly state: StateDeps;
    readonly connectRoutes: FastifyPluginAsync;
    readonly documentation: Documentation;
  },
): Promise<void> {
  const { services, isDraining } = deps;
  await app.register(declared({ family: "health", access: "anyone" }, healthRoutes), {
    services,
    ...(isDraining !== undefined && { isDraining }),
  });
  const ofApi = { family: "api", access: "caller" } as const;
  for (const routes of apiRoutes) {
    await app.register(declared(ofApi, routes), { ...deps, describe, state, prefix: "/api/v1" });
  }
  await app.register(declared(ofApi, connectRoutes));
  await app.register(declared(ofApi, eventStreamRoutes), { ...deps, streams, prefix: "/api/v1" });
  const ofFiles = { family: "file", access: "caller", carriesFile: true } as const;
  await app.register(declared(ofFiles, fileRoutes), { ...deps, prefix: "/file" });
  await app.register(declared(ofFiles, avatarRoutes), { ...deps, prefix: "/file" });
  await app.register(declared({ family: "page", access: "link" }, pageRoutes), { services });
  await app.register(declared({ family: "asset", access: "anyone" }, fontRoutes));
  await app.register(declared({ family: "asset", access: "anyone" }, shareTargetRoutes));
  const ofApp = { family: "page", access: "visitor" } as const;
  await app.register(declared(ofApp, signInRoutes), deps);
  await app.register(declared(ofApp, signOutRoutes), deps);
  await app.register(declared(ofApp, appRoutes), deps);
  await app.register(declared({ ...ofApp, bucket: "public" }, publicRoutes), deps);
  await app.register(declared({ family: "page", access: "link" }, feedRoutes), deps);
  await app.register(declared({ family: "page", access: "link" }, embedRoutes), deps);
  await app.register(declared({ family: "mcp", access: "caller" }, mcpRoutes), deps);
  const ofBlobs = { family: "blob", access: "caller", carriesFile: true } as const;
  const blobs = { services, streams, prefix: "/sync/blobs" };
  await app.register(declared(ofBlobs, blobRoutes), blobs);
  // Its own guard requires a credential for everything except signing in.
  const ofSync = { family: "sync", access: "anyone" } as const;
  await app.register(declared(ofSync, syncPlugin), {
    services,
    streams,
    shareCarets: deps.shareCarets,
    publicUrl: deps.config.publicUrl,
    prefix: "/sync",
  });
}
