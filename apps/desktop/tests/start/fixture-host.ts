import type { App } from "@tidemark/core/router";
import { createMemoryApp } from "../memory-app.ts";

/** Stands for a host whose close never ends. */
export async function openHost(): Promise<{ app: App; close(): Promise<void> }> {
  return { app: createMemoryApp(), close: () => new Promise(() => undefined) };
}
