/** Calls `work` when a signal aborts, at once if it already has; disposing stops it. */
export function whenAborted(signal: AbortSignal | undefined, work: () => void): Disposable {
  if (signal?.aborted === true) work();
  signal?.addEventListener("abort", work);
  return { [Symbol.dispose]: () => signal?.removeEventListener("abort", work) };
}
