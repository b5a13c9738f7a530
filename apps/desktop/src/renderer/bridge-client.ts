import type { AppRouter } from "@tidemark/core/router";
import type { TRPCLink } from "@trpc/client";
import { portMessage, type PageBridge } from "../page/page-channel.ts";
import { domPort } from "../rpc/message-ports.ts";
import { portLink } from "../rpc/port-link.ts";

declare global {
  interface Window {
    /** There in a window of ours; absent in a browser. */
    readonly tidemark?: PageBridge;
  }
}

/** The link to the host over the port that the preload hands in; null in a browser. */
export async function openBridgeClient(): Promise<TRPCLink<AppRouter> | null> {
  const bridge = window.tidemark;
  if (bridge === undefined) return null;
  const port = await new Promise<MessagePort>((resolve) => {
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
  });
  return portLink<AppRouter>(domPort(port));
}
