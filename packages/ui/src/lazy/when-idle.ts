/** Runs a callback when the page is idle, or after two seconds at most. Returns the cancel function. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(waiting);
}
