import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/**
 * Puts Helmet's headers on every answer. They are the same for all of them, so Helmet is asked once
 * and not, as its plugin does, for every request anew.
 */
export function installSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const headers = constantHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: isHttps,
  });
  app.addHook("onRequest", (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}

function constantHeaders(options: Parameters<typeof helmet>[0]): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error !== undefined) throw new Error("Helmet refused its options", { cause: error });
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
