import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import type { Config } from "../../cli/config.ts";
import { declarationOf } from "../routing/route-declaration.ts";

/**
 * Puts Helmet's headers on every answer. They are the same for all of them, so Helmet is asked once
 * and not, as its plugin does, for every request anew. Subdomains of `publicUrl` are other programs'
 * business: strict transport security leaves them out unless asked.
 */
export function installSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, hstsIncludesSubdomains }: Pick<Config, "publicUrl" | "hstsIncludesSubdomains">,
): void {
  const headers: Readonly<Record<string, string>> = constantHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only where the server is known to be reached by https.
    strictTransportSecurity: publicUrl?.startsWith("https:") === true && {
      includeSubDomains: hstsIncludesSubdomains,
    },
  });
  const asMap = new Map(Object.entries(headers));
  app.addHook("onRequest", (request, reply, done) => {
    // What answers blobs writes past Fastify. Elsewhere Node takes half the time for all headers of an
    // answer that come to it together.
    if (declarationOf(request).family === "blob") reply.raw.setHeaders(asMap);
    else reply.headers(headers);
    done();
  });
}

function constantHeaders(options: Parameters<typeof helmet>[0]): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error !== undefined) throw new Error("Helmet refused its options", { cause: error });
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
