import fastifyRateLimit from "@fastify/rate-limit";
import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { declarationOf, isOpenFamily, type RouteFamily } from "../routing/route-declaration.ts";

const windowMs = 3600 * 1000;
/** Devices poll and push, and a page of memos has dozens of pictures: an hour of all that must fit. */
const syncLimit = 20_000;
/** A page of a shared memo may hold as many: whoever may read so many pages may see their pictures. */
const filesPerPage = 20;

/** Requests per hour; 0: no limit. Asked anew for each request, since an administrator may change them. */
export interface RateLimits {
  readonly perCredential: number;
  readonly perAddress: number;
}

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Takes a request of any family off its credential's limit of the API as well: for what costs the
     * operator more than the rest of its family. Throws RESOURCE_EXHAUSTED.
     */
    countAsApi(request: FastifyRequest): Promise<void>;
  }
}

/** Takes a request off its limit and puts the numbers into the answer's headers. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Counts requests per credential, or per address (an IPv6 /64) without a valid one, in windows of
 * an hour. The numbers go out with every answer of the API and every page; 0 turns a limit and its
 * headers off. The sync protocol and files share a bucket of their own, moves of carets have another,
 * and so have files that are asked for without a credential. Runs after authentication, before the body
 * is read. Returns the counting itself, for what is answered before there are hooks; it throws
 * RESOURCE_EXHAUSTED.
 */
export async function installRateLimits(
  app: FastifyInstance,
  current: () => RateLimits,
): Promise<CountRequest> {
  await app.register(fastifyRateLimit, { global: false, timeWindow: windowMs });
  const limiter = (limit: () => number, keyGenerator?: (request: FastifyRequest) => string) => {
    const take = app.createRateLimit({
      max: limit,
      timeWindow: windowMs,
      ...(keyGenerator && { keyGenerator }),
    });
    return (request: FastifyRequest) => (limit() === 0 ? undefined : take(request));
  };
  const limits = {
    api: limiter(() => current().perCredential, credentialKey),
    apiAnonymous: limiter(() => current().perAddress),
    sync: limiter(() => syncLimit, credentialKey),
    carets: limiter(() => syncLimit, credentialKey),
    syncAnonymous: limiter(() => current().perAddress),
    filesAnonymous: limiter(() => filesPerPage * current().perAddress),
  };
  const takeOf = (request: FastifyRequest, family: RouteFamily) => {
    const isKnown = request.identified?.ok === true;
    if (family === "api" || family === "page") return isKnown ? limits.api : limits.apiAnonymous;
    if (isKnown) return isMoveOfCaret(request) ? limits.carets : limits.sync;
    return family === "file" ? limits.filesAnonymous : limits.syncAnonymous;
  };

  const count: CountRequest = async (request, reply) => {
    const { family } = declarationOf(request);
    if (isOpenFamily(family)) return;
    const isApi = family === "api" || family === "page";
    const limit = await takeOf(request, family)(request);
    if (limit === undefined || limit.isAllowed) return;
    if (isApi) {
      reply.headers({
        "x-ratelimit-limit": limit.max,
        "x-ratelimit-remaining": limit.remaining,
        "x-ratelimit-reset": Math.ceil((Date.now() + limit.ttl) / 1000),
      });
    }
    if (limit.isExceeded) throw tooMany(limit.ttl);
  };
  app.addHook("onRequest", count);
  app.decorate("countAsApi", async (request: FastifyRequest) => {
    const limit = await limits.api(request);
    if (limit !== undefined && !limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttl);
  });
  return count;
}

function tooMany(retryAfterMs: number): AppFailure {
  return new AppFailure({
    ...appError("RESOURCE_EXHAUSTED", "too many requests"),
    retryAfterMs,
  });
}

/** Several a second while somebody writes: what is written is to have all of its own limit. */
function isMoveOfCaret({ routeOptions, params }: FastifyRequest): boolean {
  if (routeOptions.url !== "/sync/:path") return false;
  return (params as { readonly path?: string }).path === "moveCaret";
}

function credentialKey(request: FastifyRequest): string {
  return request.identified?.ok === true ? request.identified.value.credential.id : request.ip;
}
