import type { Host } from "../../src/host/open-host.ts";
import { createMemoryApp } from "@tidemark/replica/testing";

/** Replaces the host by one that never closes. With TIDEMARK_TEST_HOST=busy, it computes without a pause. */
export async function openHost(): Promise<Host> {
  return {
    app: createMemoryApp(),
    files: async () => ({ status: 404, headers: {}, body: null }),
    eraseDeleted: async () => true,
    setAsleep: () => undefined,
    lastWords: async () => {
      while (process.env["TIDEMARK_TEST_HOST"] === "busy") /(a+)+b/.exec("a".repeat(30));
    },
    close: () => new Promise(() => undefined),
  };
}
