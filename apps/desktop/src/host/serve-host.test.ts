import { EventEmitter } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { createTRPCClient } from "@trpc/client";
import type { AppRouter } from "@tidemark/core/router";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryApp, type MemoryApp } from "@tidemark/replica/testing";
import { type ElectronMessagePort, nodePort, portLink } from "@tidemark/replica/rpc";
import type { FromHost, ToHost } from "./host-messages.ts";
import type { Host } from "./open-host.ts";
import { serveHost } from "./serve-host.ts";

/** Wraps a Node port so that it looks like an Electron port from the main process. */
function handedOver(port: MessagePort): ElectronMessagePort {
  return {
    on(event: string, listener: (event: { data: unknown }) => void) {
      return port.on(event, (data?: unknown) => listener({ data }));
    },
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
  };
}

/** Serves one page and records the order of events. */
async function serve(app: MemoryApp) {
  const done: string[] = [];
  const parent = new EventEmitter();
  const exited = Promise.withResolvers<void>();
  const host: Partial<Host> = {
    app,
    lastWords: async () => {},
    close: async () => void done.push("closed"),
  };
  await serveHost({
    parentPort: Object.assign(parent, { postMessage: (_message: FromHost) => {} }),
    open: async () => host as Host,
    exit: () => exited.resolve(),
    log: () => {},
  });
  const say = (message: ToHost, ports: readonly ElectronMessagePort[] = []): void =>
    void parent.emit("message", { data: message, ports });
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port2.close());
  say({ type: "port" }, [handedOver(port1)]);
  const client = createTRPCClient<AppRouter>({ links: [portLink(nodePort(port2))] });
  return { done, client, page: port2, hostSide: port1, say, exited: exited.promise };
}

test("W4 · a closing host waits for unsaved edits of a closed page", async () => {
  const app = createMemoryApp();
  const asked = Promise.withResolvers<void>();
  const disk = Promise.withResolvers<void>();
  const { done, client, page, hostSide, say, exited } = await serve(app);
  app.setDraft = async () => {
    asked.resolve();
    await disk.promise;
    done.push("written");
    return "";
  };
  client.drafts.set.mutate({ key: "composer", content: "last words" }).catch(() => undefined);
  await asked.promise;
  const gone = new Promise((resolve) => hostSide.once("close", resolve));
  page.close();
  await gone;
  say({ type: "close" });
  // A host that doesn't wait would close during these turns of the event loop.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  disk.resolve();
  await exited;
  expect(done).toEqual(["written", "closed"]);
});

test("a closing host closes its profile even if a page's call never ends", async () => {
  const app = createMemoryApp();
  const asked = Promise.withResolvers<void>();
  const { done, client, say, exited } = await serve(app);
  app.syncNow = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  client.sync.now.mutate().catch(() => undefined);
  await asked.promise;
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  say({ type: "close" });
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(1000);
  await exited;
  expect(done).toEqual(["closed"]);
});
