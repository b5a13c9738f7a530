/** Runs it when the page has nothing else to do, and soon all the same. Gives what takes that back. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(waiting);
}
