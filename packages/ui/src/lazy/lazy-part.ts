import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { loadPersistently } from "./load-persistently.ts";
import { whenAtRest } from "./when-at-rest.ts";

const waiting = new Set<() => Promise<unknown>>();

/**
 * A component that the first paint does not need: its code comes once the page is idle, or when it is
 * shown before that. A host that is away meanwhile is waited for: the page goes on without the part.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  waiting.add(load);
  return partOnDemand(load);
}

/** A component whose code comes when it is shown, and not before. */
export function partOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPersistently(load) }));
}

/**
 * Brings what no one has asked for yet, and what that has of parts of its own, once the page is at
 * rest: one after the other, so that what somebody does meanwhile does not wait for all of it. Gives
 * what takes that back.
 */
export function prefetchParts(queries: QueryClient): () => void {
  const bring = async (): Promise<void> => {
    // A part that brings parts of its own adds them to what is gone through.
    for (const load of waiting) {
      waiting.delete(load);
      // It is asked for again when it is shown.
      await load().catch(() => undefined);
    }
  };
  return whenAtRest(queries, () => void bring());
}
