import type { AppRouter } from "@tidemark/core/router";
import { type Operation, TRPCClientError, type TRPCLink } from "@trpc/client";
import type { ShellEvent, ShellPort } from "@tidemark/ui";
import { shellChannel } from "../page/shell-channel.ts";
import { hostRestarted, portMessage, type PageBridge } from "../page/page-channel.ts";
import { domPort, PortClosed, portLink, type Port, type HostLine } from "@tidemark/replica/rpc";

declare global {
  interface Window {
    /** There in a window of ours; absent in a browser. */
    readonly tidemark?: PageBridge;
  }
}

/** How long a host may take to answer on a new port; one that opens its database takes seconds. */
const answerMs = 10_000;

/** The way to the host over ports that the preload hands in; null in a browser. */
export async function openBridgeLine(): Promise<HostLine<AppRouter> | null> {
  const bridge = window.tidemark;
  if (bridge === undefined) return null;
  let current = await openPort(bridge);
  return {
    send: (op) => current.send({ op, next: nothingFollows }),
    async reach() {
      current.close();
      current = await openPort(bridge);
      return (await answers(current.send)) ? "up" : "down";
    },
    judge: (error) =>
      error instanceof TRPCClientError && error.cause instanceof PortClosed ? "down" : "up",
  };
}

/** The way to the window around the page. Only where there is a bridge. */
export function openShellPort(): ShellPort {
  return {
    send: (request) => window.tidemark?.askShell(request),
    listen(onEvent) {
      window.addEventListener("message", (event: MessageEvent<ShellMessage | null>) => {
        // Only the preload posts to its own window; frames are other sources.
        if (event.source !== window || event.data?.type !== shellChannel) return;
        onEvent(event.data.message as ShellEvent);
      });
    },
  };
}

interface ShellMessage {
  readonly type?: unknown;
  readonly message?: unknown;
}

/** Calls back when main says that a new host runs: the port of the old one may not say so itself. */
export function onHostRestarted(onRestarted: () => void): void {
  window.addEventListener("message", (event: MessageEvent<{ readonly type?: unknown } | null>) => {
    if (event.source === window && event.data?.type === hostRestarted) onRestarted();
  });
}

type Send = ReturnType<TRPCLink<AppRouter>>;

async function openPort(bridge: PageBridge): Promise<{ send: Send; close(): void }> {
  const port: Port = domPort(
    await new Promise<MessagePort>((resolve) => {
      const receive = (event: MessageEvent<{ readonly type?: unknown } | null>): void => {
        const [received] = event.ports;
        if (event.source !== window || event.data?.type !== portMessage || received === undefined) {
          return;
        }
        window.removeEventListener("message", receive);
        resolve(received);
      };
      window.addEventListener("message", receive);
      bridge.connect();
    }),
  );
  // The end that closes a port is told nothing of it, and the other end may be gone without a word:
  // what was asked on it fails with the close.
  let onClosed = (): void => {};
  const link = portLink<AppRouter>({
    ...port,
    listen(onMessage, onClose) {
      onClosed = onClose;
      port.listen(onMessage, onClose);
    },
  });
  return {
    send: link({}),
    close() {
      port.close();
      onClosed();
    },
  };
}

/** Whether somebody answers on a port, in time: one whose host is gone may stay silent. */
function answers(send: Send): Promise<boolean> {
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), answerMs);
  const op: Operation = {
    id: 0,
    type: "query",
    path: "profile.get",
    input: undefined,
    context: {},
    signal: cut.signal,
  };
  return new Promise<boolean>((resolve) => {
    send({ op, next: nothingFollows }).subscribe({
      complete: () => resolve(true),
      error: () => resolve(false),
    });
  }).finally(() => clearTimeout(timer));
}

function nothingFollows(): never {
  throw new Error("nothing follows the way to the host");
}
