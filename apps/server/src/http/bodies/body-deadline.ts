import { appError, errorCodes } from "@tidemark/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OutgoingHttpHeaders } from "node:http";
import { errorBody } from "../answers/error-reply.ts";
import { declarationOf } from "../routing/route-declaration.ts";

/** Time limits for receiving bodies. */
export interface BodyDeadlines {
  /** Limit for any body in ms, from the end of the request's head. */
  readonly anyMs: number;
  /** Additional time per 32 KiB for a body with a file, in ms. */
  readonly fileMsPerPart: number;
}

export const bodyDeadlines: BodyDeadlines = { anyMs: 60_000, fileMsPerPart: 1000 };
const partBytes = 32 * 1024;

/**
 * Ends a request with 408 if its body doesn't arrive in time, and closes its connection. The credential was
 * checked at the start, so the request must not stay open indefinitely. A body with a file has time for its
 * declared length, or for the bytes received so far if it declares none. Install it before the guards, so it
 * also covers bodies of requests that they refuse. Those are already answered, so the connection is cut.
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
    // In steps, because more bytes may have arrived or an answer may have been sent.
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
  // The body's reader gets a connection error, and its answer is ignored.
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
