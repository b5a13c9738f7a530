import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Meter } from "../../services/meter.ts";

/** Metrics of a process. */
export interface Metrics {
  readonly registry: Registry;
  readonly meter: Meter;
  /** File of the database; null with PostgreSQL. */
  readonly databaseFile: string | null;
}

/** Creates the metrics that services and jobs count. `installMetrics` adds those of requests and data. */
export function createMetrics(databaseFile: string | null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const signIns = new Counter({
    name: "tidemark_sign_ins_total",
    help: "Attempts to sign in.",
    labelNames: ["method", "result"],
    registers,
  });
  const pushes = new Counter({
    name: "tidemark_sync_pushes_total",
    help: "Pushes of devices.",
    labelNames: ["result"],
    registers,
  });
  const operations = new Counter({
    name: "tidemark_sync_operations_total",
    help: "Operations in pushes of devices.",
    labelNames: ["code"],
    registers,
  });
  const deliveries = new Counter({
    name: "tidemark_webhook_deliveries_total",
    help: "Attempts to send a delivery to a webhook.",
    labelNames: ["result"],
    registers,
  });
  const writeSeconds = new Histogram({
    name: "tidemark_write_seconds",
    help: "Time from the request of a write transaction to its commit.",
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const writeQueue = new Gauge({
    name: "tidemark_write_queue",
    help: "Write transactions that run or wait.",
    registers,
  });
  const meter: Meter = {
    signedIn: (method, result) => signIns.inc({ method, result }),
    pushed: (result) => pushes.inc({ result }),
    pushedOperation: (code) => operations.inc({ code }),
    delivered: (state) => deliveries.inc({ result: deliveryResults[state] }),
    writing() {
      const beganMs = performance.now();
      writeQueue.inc();
      return () => {
        writeQueue.dec();
        writeSeconds.observe((performance.now() - beganMs) / 1000);
      };
    },
  };
  return { registry, meter, databaseFile };
}

const deliveryResults = { DELIVERED: "delivered", PENDING: "retried", FAILED: "failed" } as const;
