/** What runs over a database that is open, until it is closed. */
export interface OpenWork {
  /** Throws once `close` was called. */
  refuseWhenClosed(): void;
  /** Runs `work`, for `close` to wait for. Rejects once that was called. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Lets nothing begin any more, and resolves when `last` and whatever runs have ended. */
  close(last: () => Promise<void>): Promise<void>;
}

export function createOpenWork(): OpenWork {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  const refuseWhenClosed = (): void => {
    if (isClosed) throw new Error("the database is closed");
  };
  return {
    refuseWhenClosed,
    async run(work) {
      refuseWhenClosed();
      const result = work();
      const settled = result.catch(() => undefined);
      running.add(settled);
      try {
        return await result;
      } finally {
        running.delete(settled);
      }
    },
    async close(last) {
      isClosed = true;
      await last();
      await Promise.all(running);
    },
  };
}
