import type { IncomingMessage, Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { OpenDatabase } from "@tidemark/db";
import type { FastifyBaseLogger } from "fastify";
import { runEvery } from "./run-every.ts";

/** Nothing was asked for so long. Long enough that a person's next click finds everything warm. */
const quietMs = 20_000;
const lookEveryMs = 5000;
/** A start leaves as much behind as a burst, and nothing that is warm: it goes unless somebody asks at once. */
const afterStartMs = 2000;
/** What the server does by itself now and then leaves something too: it goes when it is so much. */
const regrownBytes = 16 * 1024 * 1024;
/** Who watches the server asks these again and again: they keep nothing that is worth keeping. */
const probe = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/**
 * Gives back what the start, and then each burst of requests, has left in memory, once nobody asks any
 * more: V8 collects its garbage when it needs room, and so never on a server that rests, and SQLite keeps
 * the pages that it has read. Once per burst, and whenever the process has grown by itself since, until it
 * is disposed.
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
  /** null: all is given back. */
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

/** The collector that a program without the flag does not see. */
let collect: ((options: object) => void) | undefined;

/** A whole collection that also lets go of emptied pages. It holds up everything while it runs. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as (options: object) => void;
    setFlagsFromString("--no-expose-gc");
  }
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
