/**
 * Returns a function that runs `task`, one run at a time. Each call settles with a run that began after the
 * call: calls made during a run share the next one.
 */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    const current = task().finally(() => {
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
