import { appError, errorCodes } from "@tidemark/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OutgoingHttpHeaders } from "node:http";
import { errorBody } from "../answers/error-reply.ts";
import { declarationOf } from "../routing/route-declaration.ts";

/** How long bodies may take to arrive. */
export interface BodyDeadlines {
  /** Any body, ms from the end of its request's head. */
  readonly anyMs: number;
  /** One with a file in it has so much more for each 32 KiB, ms. */
  readonly fileMsPerPart: number;
}

export const bodyDeadlines: BodyDeadlines = { anyMs: 60_000, fileMsPerPart: 1000 };
const partBytes = 32 * 1024;

/**
 * Ends a request whose body does not arrive in time with 408, and its connection with it: what a
 * credential was good for when it began must not be kept open at will. A body with a file in it has
 * time for the length that it declares, or for what has come of it where it declares none. To be
 * installed before the guards, so that it also holds for the body of what they refuse, which is
 * answered already: the connection is then cut.
 */
export function installBodyDeadlines(app: FastifyInstance, deadlines: BodyDeadlines): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, deadlines);
    done();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || declaredLength(headers) > 0;
}

function declaredLength(headers: FastifyRequest["headers"]): number {
  return Number(headers["content-length"] ?? 0);
}

function watch(
  request: FastifyRequest,
  reply: FastifyReply,
  { anyMs, fileMsPerPart }: BodyDeadlines,
): void {
  const { raw, headers } = request;
  const beganMs = performance.now();
  const bytesBefore = raw.socket.bytesRead;
  const isChunked = headers["transfer-encoding"] !== undefined;
  const allowedMs = (): number => {
    if (declarationOf(request).carriesFile !== true) return anyMs;
    const bytes = isChunked ? raw.socket.bytesRead - bytesBefore : declaredLength(headers);
    return anyMs + (bytes / partBytes) * fileMsPerPart;
  };
  const look = (): void => {
    if (raw.complete) return;
    const leftMs = beganMs + allowedMs() - performance.now();
    if (leftMs <= 0 || reply.raw.writableEnded) endLate(request, reply);
    // In steps, since more may have come by then, or an answer gone out.
    else timer = setTimeout(look, Math.min(leftMs, anyMs));
  };
  let timer = setTimeout(look, anyMs);
  raw.once("close", () => clearTimeout(timer));
}

function endLate(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  if (raw.headersSent) {
    request.raw.destroy();
    return;
  }
  const error = appError("REQUEST_TIMEOUT", "the body did not arrive in time");
  // Whatever waits for the body is told that the connection broke, and its answer is not waited for.
  reply.hijack();
  const body = JSON.stringify(errorBody(error, request));
  raw.writeHead(errorCodes[error.code].status, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  raw.end(body, () => request.raw.destroy());
}
