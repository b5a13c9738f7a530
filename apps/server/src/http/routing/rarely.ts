const quietMs = 60_000;

/** Returns `work` that does nothing for a minute after each time. */
export function rarely<Args extends readonly unknown[]>(
  work: (...args: Args) => void,
): (...args: Args) => void {
  let quietUntilMs = 0;
  return (...args) => {
    const nowMs = performance.now();
    if (nowMs < quietUntilMs) return;
    quietUntilMs = nowMs + quietMs;
    work(...args);
  };
}
