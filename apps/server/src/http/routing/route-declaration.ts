import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";

/**
 * Access to a route.
 * - `caller`: requires a valid credential.
 * - `anyone`: requires no credential, but refuses an invalid one.
 * - `reader`: like `anyone` if the instance has public access, else like `caller`.
 * - `sign-in`: ignores credentials, so an expired session doesn't prevent its owner from signing in again.
 * - `visitor`: uses a valid credential and ignores an invalid one. For pages of browsers, which can't read an
 *   error.
 * - `link`: ignores credentials; the link suffices. The answer is the same for the owner, a stranger and an
 *   expired session.
 */
export type RouteAccess = "caller" | "anyone" | "reader" | "sign-in" | "visitor" | "link";

/**
 * Family of a route, which determines its guards.
 * - `api`: the API in all its forms.
 * - `file`: the bytes of attachments.
 * - `sync`: the protocol of devices, whose router authorizes calls itself.
 * - `blob`: files that devices send.
 * - `page`: pages for browsers, counted like the API; for visitors without a session like sign-ins.
 * - `mcp`: assistants, counted like the API. Tools judge themselves whether a token may use them.
 * - `asset`: fonts and files of the app's page, the same bytes for every caller.
 * The others are open or have a guard of their own: they ignore credentials, and of them only `docs` is
 * counted.
 */
export type RouteFamily = GuardedFamily | OpenFamily;
type GuardedFamily = "api" | "file" | "sync" | "blob" | "page" | "mcp";
const openFamilies = ["asset", "docs", "health", "metrics", "preflight"] as const;
type OpenFamily = (typeof openFamilies)[number];

export interface RouteDeclaration {
  readonly family: RouteFamily;
  readonly access: RouteAccess;
  /** Set if the body contains a file, which extends its deadline. */
  readonly carriesFile?: boolean;
  /**
   * Set if requests are counted separately from the family. `sign-in`: per address, so other requests don't
   * use up the limit. `settings`: an administrator who has used up the API's limit can still change settings,
   * including limits. `public`: for visitors without a session like the API, since reading must not use up sign-ins.
   */
  readonly bucket?: "sign-in" | "settings" | "public";
  /** Set for Connect methods, which answer in that protocol's format. */
  readonly rpc?: {
    /** True if the REST route of the method is a GET: it changes nothing, although it is posted. */
    readonly isRead: boolean;
  };
}

declare module "fastify" {
  interface FastifyContextConfig extends Partial<RouteDeclaration> {}
  interface FastifyRequest {
    /** Declaration of the matched route; absent before routing. */
    declaration: RouteDeclaration | null | undefined;
  }
}

/**
 * Declares every route that is added to `scope` or its children, unless the route's own `config` overrides
 * it. Call it before the routes are added.
 */
export function declareRoutes(
  scope: Pick<FastifyInstance, "addHook">,
  declaration: RouteDeclaration,
): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...declaration, ...route.config };
  });
}

/** Returns a plugin whose routes are declared by `declareRoutes`. */
export function declared<Scope extends Pick<FastifyInstance, "addHook">, Options>(
  declaration: RouteDeclaration,
  plugin: (scope: Scope, options: Options) => Promise<void>,
): (scope: Scope, options: Options) => Promise<void> {
  return async (scope, options) => {
    declareRoutes(scope, declaration);
    await plugin(scope, options);
  };
}

/**
 * Sets each request's `declaration` from the matched route, so guards never depend on the spelling of the
 * path. The start fails if a route has no declaration, or requires a caller in an open family. Returns the
 * routes; the list is complete once the application is ready. Install it before any route.
 */
export function installRouteDeclarations(app: FastifyInstance): readonly RouteOptions[] {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    routes.push(route);
  });
  app.addHook("onReady", async () => {
    const wrong = routes.filter((route) => !isDeclared(route));
    if (wrong.length === 0) return;
    const names = wrong.map(({ method, url }) => `${[method].flat().join(",")} ${url}`);
    throw new Error(`routes do not declare who may call them: ${names.join(", ")}`);
  });
  app.decorateRequest("declaration", null);
  app.addHook("onRequest", (request, _reply, done) => {
    request.declaration = declarationOf(request);
    done();
  });
  return routes;
}

/** Returns the declaration of a request. Unmatched requests are guarded like the API. */
export function declarationOf(request: FastifyRequest): RouteDeclaration {
  if (request.declaration) return request.declaration;
  if (request.is404) return unmatched;
  const {
    family = "api",
    access = "caller",
    carriesFile = false,
    bucket,
    rpc,
  } = request.routeOptions.config;
  return { family, access, carriesFile, ...(bucket && { bucket }), ...(rpc && { rpc }) };
}

const unmatched: RouteDeclaration = { family: "api", access: "anyone" };

/** True if no guard runs before routes of this family. */
export function isOpenFamily(family: RouteFamily): family is OpenFamily {
  return (openFamilies as readonly RouteFamily[]).includes(family);
}

function isDeclared({ config }: RouteOptions): boolean {
  if (config?.family === undefined || config.access === undefined) return false;
  return !isOpenFamily(config.family) || config.access === "anyone";
}
