import { createHash, timingSafeEqual } from "node:crypto";
import { appError, AppFailure } from "@tidemark/core";
import { isAdministrator } from "@tidemark/core/model";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { MetricsConfig } from "../cli/config.ts";
import { presentedCredential } from "../http/guards/authentication.ts";
import type { OpenStreams } from "../http/answers/open-streams.ts";
import { onUnwritableRow } from "../http/answers/writable-rows.ts";
import type { Services } from "../services/services.ts";

/**
 * Serves `/metrics` in Prometheus format, and counts requests by route. Install it before the routes. Routes
 * are named by their pattern, so no memo id is exposed.
 */
export function installMetrics(
  app: FastifyInstance,
  {
    services,
    streams,
    config,
  }: {
    readonly services: Services;
    readonly streams: OpenStreams;
    readonly config: MetricsConfig;
  },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "tidemark_http_request_duration_seconds",
    help: "Time from a request to the end of its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: "tidemark_open_streams",
    help: "Open event streams and device connections.",
    registers: [registry],
    collect() {
      this.set(streams.count());
    },
  });

  new Gauge({
    name: "tidemark_disk_free_bytes",
    help: "Free bytes on the disks that the server writes to, by content.",
    labelNames: ["place"],
    registers: [registry],
    async collect() {
      await services.disk.look();
      for (const { name, bytes } of services.disk.free()) this.set({ place: name }, bytes);
    },
  });

  const unwritable = new Counter({
    name: "tidemark_unwritable_rows_total",
    help: "Stored rows that could not be serialized as JSON and were omitted from a response.",
    labelNames: ["kind"],
    registers: [registry],
  });
  const stop = onUnwritableRow(({ kind }) => unwritable.inc({ kind }));
  app.addHook("onClose", async () => stop());

  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
  });

  const declaration = { family: "metrics", access: "anyone" } as const;
  const options = { config: declaration, schema: { hide: true } };
  app.get("/metrics", options, async (request, reply) => {
    await refuseOthers(services, config, request);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function refuseOthers(
  { auth }: Services,
  { token }: MetricsConfig,
  request: FastifyRequest,
): Promise<void> {
  const presented = presentedCredential(request);
  if (presented === null) throw new AppFailure(appError("UNAUTHENTICATED", "a token is required"));
  const { carrier, value } = presented;
  if (!value.ok) throw new AppFailure(value.error);
  if (token !== null && carrier === "bearer" && isSame(value.value, token)) return;
  const identified = await auth.identify({ carrier, value: value.value });
  if (!identified.ok) throw new AppFailure(identified.error);
  if (!isAdministrator(identified.value.caller)) {
    throw new AppFailure(appError("PERMISSION_DENIED", "only administrators can read the metrics"));
  }
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string): Uint8Array => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
