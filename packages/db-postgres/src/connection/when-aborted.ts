/** Calls `work` when a signal aborts, at once where it has, until it is disposed. */
export function whenAborted(signal: AbortSignal | undefined, work: () => void): Disposable {
  if (signal?.aborted === true) work();
  signal?.addEventListener("abort", work);
  return { [Symbol.dispose]: () => signal?.removeEventListener("abort", work) };
}
