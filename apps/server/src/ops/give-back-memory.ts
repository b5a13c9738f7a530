import type { IncomingMessage, Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { OpenDatabase } from "@tidemark/db";
import type { FastifyBaseLogger } from "fastify";
import { runEvery } from "./run-every.ts";

/**
 * Time without requests before memory is released; long enough that a user's next click finds warm caches.
 */
const quietMs = 20_000;
const lookEveryMs = 5000;
/**
 * Delay after the start, which leaves as much garbage as a burst but no warm caches. Requests postpone it.
 */
const afterStartMs = 2000;
/** Growth that triggers another release without requests, since background jobs use memory too. */
const regrownBytes = 16 * 1024 * 1024;
/** Monitoring requests, which don't count as activity. */
const probe = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/**
 * Releases memory after the start and after each burst of requests, once no more arrive. V8 collects garbage
 * only when it needs room, so never on an idle server, and SQLite caches the pages it has read. Runs once per
 * burst, and whenever the process has grown without requests, until disposed.
 */
export function giveBackMemory(
  {
    server,
    opened,
  }: { readonly server: Server; readonly opened: Pick<OpenDatabase, "giveBackMemory"> },
  logger: FastifyBaseLogger,
  nowMs: () => number = performance.now.bind(performance),
  rssBytes: () => number = process.memoryUsage.rss,
): AsyncDisposable {
  /** Time of the last request; null after a release. */
  let askedMs: number | "never" | null = "never";
  let heldBytes = 0;
  const ask = ({ url = "" }: IncomingMessage): void => {
    if (!probe.test(url)) askedMs = nowMs();
  };
  server.on("request", ask);
  const looking = runEvery({ firstAfterMs: afterStartMs, everyMs: lookEveryMs }, async () => {
    if (askedMs === null && rssBytes() < heldBytes + regrownBytes) return;
    if (typeof askedMs === "number" && nowMs() - askedMs < quietMs) return;
    askedMs = null;
    try {
      await opened.giveBackMemory();
      collectGarbage();
    } catch (error) {
      logger.error({ err: error }, "memory cannot be given back");
    } finally {
      heldBytes = rssBytes();
    }
  });
  return {
    async [Symbol.asyncDispose]() {
      server.off("request", ask);
      await looking[Symbol.asyncDispose]();
    },
  };
}

/** V8's `gc` function, hidden without `--expose-gc`. */
let collect: ((options: object) => void) | undefined;

/** Runs a full collection that also frees empty pages. It blocks the process. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as (options: object) => void;
    setFlagsFromString("--no-expose-gc");
  }
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
