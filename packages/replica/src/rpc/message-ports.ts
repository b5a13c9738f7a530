import type { Port } from "./port.ts";

/** Adapts a port of the DOM, in a page or a web worker. */
export function domPort(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    listen(onMessage, onClose) {
      port.addEventListener("message", (event) => onMessage(event.data));
      port.addEventListener("close", () => onClose());
      port.start();
    },
    close: () => port.close(),
  };
}

/** Subset of a port of `node:worker_threads`. */
export interface NodeMessagePort {
  on(event: "message", listener: (message: unknown) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  postMessage(message: unknown): void;
  close(): void;
}

/** Adapts a port of `node:worker_threads`. It keeps the process alive from `listen` until the close. */
export function nodePort(port: NodeMessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    listen(onMessage, onClose) {
      port.on("message", onMessage);
      port.on("close", onClose);
    },
    close: () => port.close(),
  };
}

/** Subset of Electron's `MessagePortMain`; the host can't import Electron. */
export interface ElectronMessagePort {
  on(event: "message", listener: (event: { data: unknown }) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

/** Adapts a port of Electron's main or utility process. */
export function electronPort(port: ElectronMessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    listen(onMessage, onClose) {
      port.on("message", (event) => onMessage(event.data));
      port.on("close", onClose);
      port.start();
    },
    close: () => port.close(),
  };
}
