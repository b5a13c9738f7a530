import { type PageBridge, portMessage } from "../page/page-channel.ts";

/** Asks the preload for a port to the host and waits for the window message that carries it. */
export function receivePort(bridge: PageBridge): Promise<MessagePort> {
  return new Promise((resolve) => {
    const receive = (event: MessageEvent<unknown>): void => {
      const [port] = event.ports;
      if (event.source !== window || port === undefined || !isPortMessage(event.data)) return;
      window.removeEventListener("message", receive);
      resolve(port);
    };
    window.addEventListener("message", receive);
    bridge.connect();
  });
}

function isPortMessage(data: unknown): boolean {
  return typeof data === "object" && data !== null && "type" in data && data.type === portMessage;
}
