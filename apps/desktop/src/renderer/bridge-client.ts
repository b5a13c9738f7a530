import type { AppRouter } from "@tidemark/core/router";
import { type Operation, TRPCClientError, type TRPCLink } from "@trpc/client";
import type { ShellEvent, ShellPort } from "@tidemark/ui";
import { shellChannel } from "../page/shell-channel.ts";
import { hostRestarted, portMessage, type PageBridge } from "../page/page-channel.ts";
import {
  domPort,
  PortClosed,
  portLink,
  type Port,
  type HostLine,
} from "@tidemark/replica/rpc/page";

declare global {
  interface Window {
    /** Set in our own window; absent in a browser. */
    readonly tidemark?: PageBridge;
  }
}

/** Time limit for a host to answer on a new port; opening its database takes seconds. */
const answerMs = 10_000;

/** Opens a connection to the host over ports from the preload; null in a browser. */
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

/** Returns the connection to the main process. Requires the bridge. */
export function openShellPort(): ShellPort {
  return {
    send: (request) => window.tidemark?.askShell(request),
    listen(onEvent) {
      window.addEventListener("message", (event: MessageEvent<ShellMessage | null>) => {
        // Only the preload posts to its own window; frames have another source.
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

/** Calls back when main reports a new host: the old host's port may not report its close. */
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
  // The end that closes a port gets no close event, and the other end may have crashed. Calling onClosed here
  // makes pending calls fail.
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

/** Resolves to true if the host answers in time; the port of a crashed host may stay silent. */
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
