import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { declarationOf } from "../routing/route-declaration.ts";
import { isFromTrustedProxy } from "./client-address.ts";

const header = "x-request-id";
const idPattern = /^[\w.-]{1,64}$/;

const current = new AsyncLocalStorage<string>();

/** Returns the id of the request that is being handled; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/**
 * Sends every request's id in `X-Request-Id`; its log lines have the same one. A trusted proxy may choose the
 * id. Install it after `installPlainAddresses`.
 */
export function installRequestIds(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const sent = request.headers[header];
    if (typeof sent === "string" && idPattern.test(sent) && isFromTrustedProxy(request)) {
      request.id = sent;
      request.log = app.log.child({ reqId: sent });
      reply.log = request.log;
    }
    // Blob routes bypass Fastify.
    if (declarationOf(request).family === "blob") reply.raw.setHeader(header, request.id);
    else reply.header(header, request.id);
    done();
  });
  // Not in onRequest: reading a body leaves the context of that hook.
  app.addHook("preValidation", (request, _reply, done) => current.run(request.id, done));
}
