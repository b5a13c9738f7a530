import type { App } from "@tidemark/core/router";
import { createMemoryApp } from "../memory-app.ts";

/** Stands for the real host; with TIDEMARK_TEST_STUCK its close never ends. */
export async function openHost(): Promise<{ app: App; close(): Promise<void> }> {
  return {
    app: createMemoryApp(),
    close: () =>
      process.env["TIDEMARK_TEST_STUCK"] === undefined
        ? Promise.resolve()
        : new Promise(() => undefined),
  };
}
