import type { Port } from "@tidemark/replica/rpc";
import { z } from "zod";
import { channelPort } from "../owner/channel-port.ts";
import { filesName, helloChannel, lineName } from "../owner/names.ts";
import type { HelloMessage, LineMessage } from "../owner/worker-messages.ts";

/** Number of lines that are served at a time. */
const maxLines = 64;

const announcement = z.object({ line: z.string().regex(/^[0-9a-f]{32}$/) });

/** One or more pages that are served. */
export interface Served {
  /** Takes nothing more. Resolves once whatever runs and changes something was answered. */
  drain(): Promise<void>;
  close(): void;
}

/** Serves a page over two ports: for calls of the app router, and for files. */
export type Serve = (calls: Port, files: Port) => Served;

/**
 * Serves the tabs that announce a line. A line ends once its lock is free, because ports and channels don't say
 * that the other end is gone.
 */
export function serveLines(options: {
  readonly version: string;
  readonly id: string;
  readonly locks: LockManager;
  readonly serve: Serve;
}): Served {
  const { version, id, locks, serve } = options;
  const hello = new BroadcastChannel(helloChannel(version));
  const lines = new Map<string, { readonly line: Served; readonly closed: AbortController }>();
  let isClosing = false;

  function open(lineId: string): void {
    if (isClosing || lines.has(lineId) || lines.size >= maxLines) return;
    const name = lineName(version, lineId);
    const calls = channelPort(name);
    const line = serveWithGoodbye(serve, calls, channelPort(filesName(version, lineId)));
    const closed = new AbortController();
    lines.set(lineId, { line, closed });
    calls.post({ accepted: id } satisfies LineMessage);
    locks
      .request(name, { mode: "shared", signal: closed.signal }, () => {
        lines.delete(lineId);
        line.close();
      })
      .catch((error: unknown) => {
        if (!closed.signal.aborted) throw error;
      });
  }

  hello.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const announced = announcement.safeParse(data);
    if (announced.success) open(announced.data.line);
  });
  hello.postMessage({ here: id } satisfies HelloMessage);

  return {
    async drain() {
      isClosing = true;
      hello.close();
      await Promise.all([...lines.values()].map(({ line }) => line.drain()));
    },
    close() {
      isClosing = true;
      hello.close();
      for (const { line, closed } of lines.values()) {
        closed.abort();
        line.close();
      }
    },
  };
}

/** Serves a page. Once it is drained, the page is told that what it has no answer to wasn't run. */
export function serveWithGoodbye(serve: Serve, calls: Port, files: Port): Served {
  const served = serve(calls, files);
  return {
    async drain() {
      await served.drain();
      for (const port of [calls, files]) port.post({ isGoodbye: true } satisfies LineMessage);
    },
    close: () => served.close(),
  };
}
