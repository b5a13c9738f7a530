import type { Host } from "../../src/host/open-host.ts";
import { createMemoryApp } from "@tidemark/replica/testing";

/** Replaces the host by one that never closes. */
export async function openHost(): Promise<Host> {
  return {
    app: createMemoryApp(),
    files: async () => ({ status: 404, headers: {}, body: null }),
    eraseDeleted: async () => true,
    setAsleep: () => undefined,
    lastWords: async () => undefined,
    close: () => new Promise(() => undefined),
  };
}
