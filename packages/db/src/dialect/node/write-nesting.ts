import { AsyncLocalStorage } from "node:async_hooks";
import type { WriteNesting } from "../driver.ts";

/** Detects a write that begins inside a write by the context that Node propagates through promises. */
export function watchNesting(): WriteNesting {
  const current = new AsyncLocalStorage<{ isRunning: boolean }>();
  return {
    isInside: () => current.getStore()?.isRunning === true,
    inside: <In, Out>(work: (given: In) => Promise<Out>) =>
      // Runs in the context of its caller, whichever caller started the batch.
      AsyncLocalStorage.bind(async (given: In): Promise<Out> => {
        const write = { isRunning: true };
        try {
          return await current.run(write, () => work(given));
        } finally {
          write.isRunning = false;
        }
      }),
  };
}
