import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";

/**
 * Who may call a route. `caller`: whoever has a valid credential. `anyone`: no credential is needed,
 * but one that is bad is still refused. `reader`: as `anyone` where the instance shows what is public
 * to everybody, else as `caller`. `sign-in`: credentials are not looked at, so that an ended session
 * does not keep its owner from signing in again. `link`: whoever has the link, which is all that is
 * looked at: the answer is the same for the owner, a stranger and somebody whose session ended.
 */
export type RouteAccess = "caller" | "anyone" | "reader" | "sign-in" | "link";

/**
 * What a route is a part of, which decides how it is guarded. `api`: the API in all its forms.
 * `file`: the bytes of attachments. `sync`: the protocol of devices, whose router says by itself who
 * may ask what. `blob`: files that devices send. `page`: what people open in a browser, counted like the
 * API. `font`: the same bytes for everybody. The others are open, or have a guard of their own:
 * no credential is looked at before them, and of them only `docs` is counted.
 */
export type RouteFamily = GuardedFamily | OpenFamily;
type GuardedFamily = "api" | "file" | "sync" | "blob" | "page";
const openFamilies = ["docs", "font", "health", "metrics", "preflight"] as const;
type OpenFamily = (typeof openFamilies)[number];

export interface RouteDeclaration {
  readonly family: RouteFamily;
  readonly access: RouteAccess;
  /** Its body holds a file, and may take as long as one takes. */
  readonly carriesFile?: boolean;
  /**
   * Set where requests are counted apart from the rest of the family. `sign-in`: per address, so that
   * nothing else uses up the limit. `settings`: an administrator who has used up the limit of the API may
   * still change a setting, limits among them.
   */
  readonly bucket?: "sign-in" | "settings";
  /** Set of what is called as Connect has it, and answers in that protocol's words. */
  readonly rpc?: {
    /** True when the method's route is a GET: it changes nothing, though it is posted. */
    readonly isRead: boolean;
  };
}

declare module "fastify" {
  interface FastifyContextConfig extends Partial<RouteDeclaration> {}
  interface FastifyRequest {
    /** What the route that was matched says of itself; absent before that is known. */
    declaration: RouteDeclaration | null | undefined;
  }
}

/**
 * What is said of every route that `scope` and what is registered in it adds, unless the route's own
 * `config` says otherwise. To be called before the routes are added.
 */
export function declareRoutes(
  scope: Pick<FastifyInstance, "addHook">,
  declaration: RouteDeclaration,
): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...declaration, ...route.config };
  });
}

/** A plugin whose routes are declared so, as `declareRoutes` has it. */
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
 * Makes the guards judge by the route that was matched, never by how its path was spelled: each
 * request knows what its route declares. A route that declares nothing, or that asks for a caller
 * where nothing looks for one, stops the start. Returns the routes, complete once the application is
 * ready. To be installed before any route.
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

/** What holds for a request. What no route was found for is guarded like the API. */
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

/** Whether nothing is looked at before a route of this family. */
export function isOpenFamily(family: RouteFamily): family is OpenFamily {
  return (openFamilies as readonly RouteFamily[]).includes(family);
}

function isDeclared({ config }: RouteOptions): boolean {
  if (config?.family === undefined || config.access === undefined) return false;
  return !isOpenFamily(config.family) || config.access === "anyone";
}
