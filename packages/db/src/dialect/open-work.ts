/** Tracks running work on an open database until it is closed. */
export interface OpenWork {
  /** Throws after `close` was called. */
  refuseWhenClosed(): void;
  /** Runs `work`; `close` waits for it. Rejects after `close` was called. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Refuses new work, and resolves when `last` and all running work have ended. */
  close(last: () => Promise<void>): Promise<void>;
}

export function createOpenWork(): OpenWork {
  let running = 0;
  let isClosed = false;
  let ended = (): void => {};
  const refuseWhenClosed = (): void => {
    if (isClosed) throw new Error("the database is closed");
  };
  return {
    refuseWhenClosed,
    async run(work) {
      refuseWhenClosed();
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) ended();
      }
    },
    async close(last) {
      isClosed = true;
      await last();
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        ended = resolve;
      });
    },
  };
}
