import autocannon from "autocannon";
import type { HttpServer } from "./http-server.ts";
import { type ProcessUse, readProcessUse, reportsProcessUse } from "./server-process.ts";

/** Result of a load over several connections (16 by default), each sending one request after another. */
export interface LoadRun {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server per request; `null` without `/proc`. */
  readonly cpuMs: number | null;
  /** Peak resident memory of the server; `null` without `/proc`. */
  readonly residentMB: number | null;
}

/** Address and process of a server. */
export type Served = Pick<HttpServer, "url" | "pid">;

const sixteen = 16;
const watchEveryMs = 250;

/** Sends `requests` in turn for a given time; throws unless every status is 200. */
export async function runLoad(
  server: Served,
  requests: readonly autocannon.Request[],
  {
    bearer,
    durationS,
    connections = sixteen,
  }: { readonly bearer: string; readonly durationS: number; readonly connections?: number },
): Promise<LoadRun> {
  const timesMs: number[] = [];
  const before = await usageOf(server);
  let residentMB = before?.residentMB ?? null;
  const watching = setInterval(() => {
    void usageOf(server).then((use) => {
      if (use !== null) residentMB = Math.max(residentMB ?? 0, use.residentMB);
    });
  }, watchEveryMs);
  const startMs = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const instance = autocannon(
    {
      url: server.url,
      connections,
      duration: durationS,
      requests: [...requests],
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    },
    (error: Error | null, result) => (error === null ? resolve(result) : reject(error)),
  );
  instance.on("response", (_client, _status, _bytes, timeMs) => timesMs.push(timeMs));
  let result;
  try {
    result = await promise;
  } finally {
    clearInterval(watching);
  }
  const elapsedMs = performance.now() - startMs;
  const after = await usageOf(server);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were no 200, ${result.errors} requests failed`);
  }
  timesMs.sort((a, b) => a - b);
  const quantile = (share: number): number => timesMs[Math.floor(timesMs.length * share)] ?? 0;
  return {
    perSecond: (timesMs.length * 1000) / elapsedMs,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    cpuMs: before && after && (after.cpuMs - before.cpuMs) / timesMs.length,
    residentMB,
  };
}

async function usageOf({ pid }: Served): Promise<ProcessUse | null> {
  return reportsProcessUse ? readProcessUse(pid) : null;
}
