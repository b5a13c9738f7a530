import { newestSchema } from "@tidemark/db";
import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Histogram } from "prom-client";
import { measuring, shrinking } from "../../files/raster/raster-process.ts";
import type { OpenStreams } from "../../http/answers/open-streams.ts";
import { onUnwritableRow } from "../../http/answers/writable-rows.ts";
import { jobNames } from "../../services/job-log.ts";
import type { Services } from "../../services/services.ts";
import type { Metrics } from "./create-metrics.ts";
import { addDataMetrics } from "./data-metrics.ts";

/**
 * Adds the metrics of requests, streams and data. Install it before the routes. Routes are named by their
 * pattern, so no memo id is exposed.
 */
export function installMetrics(
  app: FastifyInstance,
  {
    metrics: { registry, databaseFile },
    services,
    streams,
    ...build
  }: {
    readonly metrics: Metrics;
    readonly services: Services;
    readonly streams: OpenStreams;
    readonly version: string;
    readonly commit: string;
  },
): void {
  const registers = [registry];
  new Gauge({
    name: "tidemark_build_info",
    help: "Always 1; its labels say what runs.",
    labelNames: ["version", "commit", "schema", "database"],
    registers,
  }).set(
    {
      version: build.version,
      commit: build.commit,
      schema: newestSchema,
      database: databaseFile === null ? "postgres" : "sqlite",
    },
    1,
  );
  addDataMetrics(registry, services, databaseFile);

  const durations = new Histogram({
    name: "tidemark_http_request_duration_seconds",
    help: "Time from a request to the end of its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const refused = new Counter({
    name: "tidemark_http_refused_total",
    help: "Requests that were answered with an error.",
    labelNames: ["reason"],
    registers,
  });
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
    if (request.refusal !== null) refused.inc({ reason: request.refusal });
  });
  app.server.on("drop", () => refused.inc({ reason: "TOO_MANY_CONNECTIONS" }));

  new Gauge({
    name: "tidemark_open_streams",
    help: "Open event streams, connections of devices, and uploads.",
    labelNames: ["kind"],
    registers,
    collect() {
      for (const [kind, count] of streams.counts()) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: "tidemark_job_last_success_seconds",
    help: "Time when a periodic job last succeeded in this process, in seconds since 1970.",
    labelNames: ["job"],
    registers,
    collect() {
      for (const [job, atMs] of services.jobs.successes()) this.set({ job }, atMs / 1000);
    },
  });
  new Counter({
    name: "tidemark_job_failures_total",
    help: "Failed runs of a periodic job.",
    labelNames: ["job"],
    registers,
    collect() {
      this.reset();
      for (const job of jobNames) this.inc({ job }, services.jobs.failures(job));
    },
  });
  new Counter({
    name: "tidemark_picture_process_restarts_total",
    help: "Processes for pictures that crashed or exceeded their limits.",
    registers,
    collect() {
      this.reset();
      this.inc(shrinking.losses() + measuring.losses());
    },
  });
  const unwritable = new Counter({
    name: "tidemark_unwritable_rows_total",
    help: "Stored rows that could not be serialized as JSON and were omitted from a response.",
    labelNames: ["kind"],
    registers,
  });
  const stop = onUnwritableRow(({ kind }) => unwritable.inc({ kind }));
  app.addHook("onClose", async () => stop());
}
