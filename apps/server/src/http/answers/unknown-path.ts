import { appError, AppFailure } from "@tidemark/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { replyError } from "./error-reply.ts";

/** Sends a page for browsers that navigate; returns false for requests that get JSON. */
type AnswerNavigation = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Answers 404 for unknown paths before the body is read. Install it after the guards, so such requests are
 * authenticated and counted too.
 */
export function installUnknownPaths(
  app: FastifyInstance,
  answerNavigation: AnswerNavigation = () => false,
): void {
  app.addHook("preParsing", (request, reply, _payload, done) => {
    if (!request.is404) done();
    else if (!answerNavigation(request, reply)) throw new AppFailure(noSuchPath(request));
  });
  app.setNotFoundHandler((request, reply) =>
    answerNavigation(request, reply) ? reply : replyError(noSuchPath(request), request, reply),
  );
}

function noSuchPath(request: FastifyRequest) {
  const path = request.url.split("?", 1)[0] ?? "";
  return appError("NOT_FOUND", `no such path: ${path}`);
}
