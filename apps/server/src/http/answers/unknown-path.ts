import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { replyError } from "./error-reply.ts";

/**
 * Answers 404 for unknown paths before the body is read. Install it after the guards, so such requests are
 * authenticated and counted too.
 */
export function installUnknownPaths(app: FastifyInstance): void {
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    if (request.is404) throw new AppFailure(noSuchPath(request));
    done();
  });
  app.setNotFoundHandler((request, reply) => replyError(noSuchPath(request), request, reply));
}

function noSuchPath(request: FastifyRequest) {
  const path = request.url.split("?", 1)[0] ?? "";
  return appError("NOT_FOUND", `no such path: ${path}`);
}
