import { type App, appRouter, type AppRouter } from "@tidemark/core/router";
import { createTRPCClient } from "@trpc/client";
// The only place in ui that imports an app: the in-memory one for tests.
import { portLink } from "../../replica/src/rpc/port-link.ts";
import type { Port } from "../../replica/src/rpc/port.ts";
import { servePort } from "../../replica/src/rpc/serve-port.ts";
import { createMemoryApp } from "../../replica/tests/memory-app.ts";
import type { TidemarkClient } from "../src/data/client.tsx";

/** Returns a client of an in-memory profile; `parts` overrides members of the app. */
export function memoryClient(parts: Partial<App> = {}): TidemarkClient {
  const { port1, port2 } = new MessageChannel();
  const app = { ...createMemoryApp(), ...parts };
  servePort(pagePort(port1), appRouter, () => ({ app }));
  return createTRPCClient<AppRouter>({ links: [portLink(pagePort(port2))] });
}

function pagePort(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    listen(onMessage) {
      port.addEventListener("message", ({ data }) => onMessage(data));
      port.start();
    },
    close: () => port.close(),
  };
}
