/**
 * Runs `work` so that each call is answered by a run that began after it, while one runs at a time: calls
 * that come meanwhile share the next one.
 */
export function createInTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    const current = work().finally(() => {
      if (running === current) running = null;
    });
    running = current;
    return current;
  }

  return () => {
    if (running === null) return run();
    return (next ??= (async () => {
      while (running !== null) await running.catch(() => undefined);
      next = null;
      await run();
    })());
  };
}
