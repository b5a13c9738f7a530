import fastifyRateLimit from "@fastify/rate-limit";
import { appError, AppFailure } from "@tidemark/core";
import { isAdministrator } from "@tidemark/core/model";
import type { Counted, LeasedCounts } from "@tidemark/core/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientAddress } from "./client-address.ts";
import { isSignIn } from "./sign-in-requests.ts";
import { doneAfter } from "../routing/done-after.ts";
import { declarationOf, isOpenFamily, type RouteFamily } from "../routing/route-declaration.ts";

const windowMs = 3600 * 1000;
/** Requests per hour: devices poll and push, and a page of memos has dozens of pictures. */
const syncLimit = 20_000;
/**
 * Files per page that an anonymous reader may load; the limit of files is this multiple of the limit of
 * pages.
 */
const filesPerPage = 20;
/** Extra changes of settings per hour for an administrator who has used up the API's limit. */
const settingsLimit = 60;

/** Requests per hour; 0 means no limit. Read for each request, since an administrator may change them. */
export interface RateLimits {
  readonly perCredential: number;
  readonly perAddress: number;
  /** Sign-ins per address, successful or not. */
  readonly signInsPerAddress: number;
}

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Counts a request of any family against its credential's API limit too, for requests that cost the
     * operator more than others. Throws RESOURCE_EXHAUSTED.
     */
    countAsApi(request: FastifyRequest): Promise<void>;
  }
}

/** Counts a request and writes the numbers into the answer's headers. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Subject of a limit. */
type By = "credential" | "address";

/** Counts a request of a bucket whose limit isn't 0. */
type Take = (request: FastifyRequest) => Counted | Promise<Counted>;

/** Counted request and the limit. */
interface Taken {
  readonly max: number;
  readonly counted: ReturnType<Take>;
}

/** Creates a counter for the requests of one bucket. */
type OpenBucket = (name: string, limit: () => number, by: By) => Take;

/**
 * Counts requests per credential, or per address (an IPv6 /64) without a valid one, in windows of an hour.
 * API answers and pages include the numbers in headers; 0 disables a limit and its headers. The sync protocol
 * and files share a bucket. Caret moves have another, and so have files requested without a credential,
 * including those of the documentation. Sign-ins and their pages are counted per address, separately. Runs after
 * authentication and before the body is read. `counts` counts for all processes of the instance; null if this
 * process counts alone. Returns the counting function, for answers that bypass hooks; it throws
 * RESOURCE_EXHAUSTED.
 */
export async function installRateLimits(
  app: FastifyInstance,
  current: () => RateLimits,
  counts: LeasedCounts | null,
): Promise<CountRequest> {
  const open = counts === null ? await bucketsOfProcess(app) : bucketsOfInstance(app, counts);
  const limiter = (name: string, limit: () => number, by: By) => {
    const take = open(name, limit, by);
    return (request: FastifyRequest) =>
      limit() === 0 ? undefined : { max: limit(), counted: take(request) };
  };
  const limits = {
    api: limiter("api", () => current().perCredential, "credential"),
    apiAnonymous: limiter("api-anonymous", () => current().perAddress, "address"),
    sync: limiter("sync", () => syncLimit, "credential"),
    carets: limiter("carets", () => syncLimit, "credential"),
    settings: limiter("settings", () => settingsLimit, "credential"),
    signIn: limiter("sign-in", () => current().signInsPerAddress, "address"),
    syncAnonymous: limiter("sync-anonymous", () => current().perAddress, "address"),
    filesAnonymous: limiter(
      "files-anonymous",
      () => filesPerPage * current().perAddress,
      "address",
    ),
  };
  const consume = (request: FastifyRequest, family: RouteFamily) => {
    if (isSignIn(request)) return limits.signIn;
    const isKnown = request.identified?.ok === true;
    const { access, bucket } = declarationOf(request);
    if (!isKnown && access === "visitor" && bucket !== "public") return limits.signIn;
    if (isCountedAsApi(family)) return isKnown ? limits.api : limits.apiAnonymous;
    if (isKnown) return isMoveOfCaret(request) ? limits.carets : limits.sync;
    return family === "file" || family === "docs" ? limits.filesAnonymous : limits.syncAnonymous;
  };

  /** Returns null if the request isn't counted. */
  const counting = (request: FastifyRequest, reply: FastifyReply): Promise<void> | null => {
    const { family } = declarationOf(request);
    if (isOpenFamily(family) && family !== "docs") return null;
    const taken = consume(request, family)(request);
    return taken === undefined ? null : count(taken, request, reply);
  };
  const count = async (
    { max, counted }: Taken,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const { family } = declarationOf(request);
    const { isAllowed, remaining, resetMs, leftMs } = await counted;
    if (isCountedAsApi(family)) {
      reply.headers({
        "x-ratelimit-limit": max,
        "x-ratelimit-remaining": remaining,
        "x-ratelimit-reset": Math.ceil(resetMs / 1000),
      });
    }
    if (isAllowed) return;
    const more = mayLiftLimits(request) ? limits.settings(request) : undefined;
    if (more === undefined || !(await more.counted).isAllowed) throw tooMany(leftMs);
  };
  app.addHook("onRequest", (request, reply, done) => {
    const counted = counting(request, reply);
    if (counted === null) done();
    else void doneAfter(counted, done);
  });
  app.decorate("countAsApi", async (request: FastifyRequest) => {
    const counted = await limits.api(request)?.counted;
    if (counted !== undefined && !counted.isAllowed) throw tooMany(counted.leftMs);
  });
  return async (request, reply) => {
    await counting(request, reply);
  };
}

function isCountedAsApi(family: RouteFamily): boolean {
  return family === "api" || family === "page" || family === "mcp";
}

/** Counts in the memory of this process. */
async function bucketsOfProcess(app: FastifyInstance): Promise<OpenBucket> {
  await app.register(fastifyRateLimit, { global: false, timeWindow: windowMs });
  return (_, limit, by) => {
    const take = app.createRateLimit({
      max: limit,
      timeWindow: windowMs,
      ...(by === "credential" && { keyGenerator: credentialKey }),
    });
    return async (request) => {
      const taken = await take(request);
      // There is no allow list.
      if (taken.isAllowed) throw new Error("a request was not counted");
      const { isExceeded, remaining, ttl } = taken;
      return { isAllowed: !isExceeded, remaining, leftMs: ttl, resetMs: Date.now() + ttl };
    };
  };
}

/** Counts together with the other processes of the instance. */
function bucketsOfInstance(app: FastifyInstance, counts: LeasedCounts): OpenBucket {
  app.addHook("onClose", () => counts.settle());
  return (name, limit, by) => (request) => {
    const key = by === "credential" ? credentialKey(request) : clientAddress(request);
    return counts.take(`${name} ${key}`, { max: limit(), windowMs });
  };
}

function tooMany(retryAfterMs: number): AppFailure {
  return new AppFailure({
    ...appError("RESOURCE_EXHAUSTED", "too many requests"),
    retryAfterMs,
  });
}

/** True for an administrator's change of a setting, which may be the limit that was reached. */
function mayLiftLimits(request: FastifyRequest): boolean {
  const { identified } = request;
  if (declarationOf(request).bucket !== "settings" || identified?.ok !== true) return false;
  return isAdministrator(identified.value.caller);
}

/** Carets move several times a second while a user types, and must not use up the limit of edits. */
function isMoveOfCaret({ routeOptions, params }: FastifyRequest): boolean {
  if (routeOptions.url !== "/sync/:path") return false;
  return (params as { readonly path?: string }).path === "moveCaret";
}

function credentialKey(request: FastifyRequest): string {
  return request.identified?.ok === true ? request.identified.value.credential.id : request.ip;
}
