import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { loadPersistently } from "./load-persistently.ts";
import { whenAtRest } from "./when-at-rest.ts";

const waiting = new Set<() => Promise<unknown>>();

/**
 * Creates a component that isn't needed for the first paint. Its code loads when the page is idle, or when it
 * is first rendered. While the host is away, loading is retried and the page works without it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  waiting.add(load);
  return componentOnDemand(load);
}

/** Creates a component whose code loads when it is first rendered. */
export function componentOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPersistently(load) }));
}

/**
 * Loads all lazy parts, and those that they contain, once the page is idle. Loads one after another, to leave
 * room for user actions. Returns the cancel function.
 */
export function prefetchParts(queries: QueryClient): () => void {
  const bring = async (): Promise<void> => {
    // A loaded part may add its own parts to this loop.
    for (const load of waiting) {
      waiting.delete(load);
      // It is requested again when it is rendered.
      await load().catch(() => undefined);
    }
  };
  return whenAtRest(queries, () => void bring());
}
