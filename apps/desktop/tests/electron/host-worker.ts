import { EventEmitter } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";

// Runs the built host in a worker, with a `process.parentPort` like that of the utility process.
const { modulePath, args } = workerData as { modulePath: string; args: readonly string[] };
const toMain = parentPort;
if (toMain === null) throw new Error("not in a worker");

const parent = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => toMain.postMessage(message),
});
toMain.on("message", ({ data, ports }: { data: unknown; ports: MessagePort[] }) => {
  const mainPorts = ports.map((port) => {
    const events = new EventEmitter();
    port.on("close", () => events.emit("close"));
    return Object.assign(events, {
      postMessage: (message: unknown) => port.postMessage(message),
      start: () =>
        void port.on("message", (value: unknown) => events.emit("message", { data: value })),
      close: () => port.close(),
    });
  });
  parent.emit("message", { data, ports: mainPorts });
});
Object.assign(process, { parentPort: parent });
process.argv.push(...args);
await import(modulePath);
