import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { MetricsConfig, MetricsListen } from "../../cli/monitoring-options.ts";
import { urlHost } from "../../net/url-host.ts";
import type { Metrics } from "./create-metrics.ts";
import { isSameToken } from "./same-token.ts";

/** Enough for several Prometheus servers; metrics take little time. */
const maxConnections = 20;

/**
 * Serves `/metrics` on an address of its own until disposed. Requires the token if there is one. Rejects if
 * it can't listen.
 */
export async function listenForMetrics(
  { registry }: Metrics,
  { token }: MetricsConfig,
  { host, port }: MetricsListen,
  logger: FastifyBaseLogger,
): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, { "content-type": type, "x-content-type-options": "nosniff" });
      response.end(request.method === "HEAD" ? "" : text);
    };
    if (!/^\/metrics(?:\?|$)/.test(request.url ?? "")) return answer(404, "not found\n");
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "GET or HEAD\n");
    const [, presented = ""] = /^bearer (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if (token !== null && !isSameToken(presented, token)) {
      response.setHeader("www-authenticate", "Bearer");
      return answer(401, "a token is required\n");
    }
    registry.metrics().then(
      (text) => answer(200, text, registry.contentType),
      (error: unknown) => {
        logger.error({ err: error }, "metrics can't be collected");
        answer(500, "internal error\n");
      },
    );
  });
  server.maxConnections = maxConnections;
  server.listen({ host, port });
  await once(server, "listening");
  const { port: actual } = server.address() as AddressInfo;
  logger.info({ metrics: `http://${urlHost(host)}:${actual}/metrics` }, "serving metrics");
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
