const quietMs = 60_000;

/** Returns a function that calls `work` at most once a minute and otherwise does nothing. */
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
