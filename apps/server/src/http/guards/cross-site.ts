import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { declarationOf, isOpenFamily } from "../routing/route-declaration.ts";

const safeMethods = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses writes that another site makes a browser send, with its cookie or to sign it in as another user.
 * Scripts outside browsers send neither `Origin` nor `Sec-Fetch-Site` and are allowed; browsers never add a
 * bearer automatically. The listed origins may sign in by the API, but not write with a cookie.
 */
export function installCrossSiteGuard(
  app: FastifyInstance,
  {
    publicUrl,
    corsOrigins,
  }: { readonly publicUrl: string | null; readonly corsOrigins: readonly string[] },
): void {
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    refuseCrossSite(request);
    done();
  });

  function refuseCrossSite(request: FastifyRequest): void {
    const { family } = declarationOf(request);
    if (isOpenFamily(family) || safeMethods.includes(request.method)) return;
    // The protocol of assistants asks servers to check the origin even so.
    if (request.carrier === "bearer" && family !== "mcp") return;
    const isListed = family !== "page" && corsOrigins.includes(request.headers.origin ?? "");
    if (isListed && request.headers.cookie === undefined) return;
    if (isCrossSite(request, publicUrl)) {
      throw new AppFailure(appError("PERMISSION_DENIED", "cross-site requests may not do this"));
    }
  }
}

function isCrossSite(request: FastifyRequest, publicUrl: string | null): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site === "cross-site") return true;
  // The browser has compared the origins, also behind a proxy whose address the server doesn't know.
  if (site === "same-origin") return false;
  const { origin } = request.headers;
  if (origin === undefined) return site === "same-site";
  return origin !== publicUrl && origin !== `${request.protocol}://${request.host}`;
}
