import type { QueryClient } from "@tanstack/react-query";
import { whenIdle } from "./when-idle.ts";

/**
 * Runs it once everything that the page has asked for is there, and the page has nothing else to do:
 * what nobody waits for is not to come in between. Gives what takes that back.
 */
export function whenAtRest(queries: QueryClient, run: () => void): () => void {
  let stopIdle = (): void => undefined;
  const check = (): void => {
    if (queries.isFetching() > 0) return;
    stop();
    stopIdle = whenIdle(run);
  };
  // Behind what happens now: whoever is shown with who asks this, or is there because of an answer,
  // has asked by then.
  let timer = setTimeout(check);
  const unsubscribe = queries.getQueryCache().subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(check);
  });
  const stop = (): void => {
    unsubscribe();
    clearTimeout(timer);
  };
  return () => {
    stop();
    stopIdle();
  };
}
