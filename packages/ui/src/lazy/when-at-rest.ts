import type { QueryClient } from "@tanstack/react-query";
import { whenIdle } from "./when-idle.ts";

/**
 * Runs a callback once all queries are answered and the page is idle, to not delay what the user waits for.
 * Returns the cancel function.
 */
export function whenAtRest(queries: QueryClient, run: () => void): () => void {
  let stopIdle = (): void => undefined;
  const check = (): void => {
    if (queries.isFetching() > 0) return;
    stop();
    stopIdle = whenIdle(run);
  };
  // Runs after the current task: components rendered in it have started their queries by then.
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
