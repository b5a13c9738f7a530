/** The lock of the tab whose worker has the database, or a place in the queue for it. */
export interface DatabaseLock {
  /** Enters the queue, unless this tab is in it or has the lock. */
  request(): void;
  /** Leaves the queue, or gives the lock up. */
  release(): void;
}

/** `onGranted` is called whenever this tab gets the lock. */
export function openDatabaseLock(
  locks: LockManager,
  name: string,
  onGranted: () => void,
): DatabaseLock {
  let place: { readonly leave: AbortController; readonly giveUp: () => void } | null = null;
  return {
    request() {
      if (place !== null) return;
      const leave = new AbortController();
      const { promise, resolve: giveUp } = Promise.withResolvers<void>();
      place = { leave, giveUp };
      locks
        .request(name, { signal: leave.signal }, () => {
          // The lock may be granted while this tab leaves the queue.
          if (leave.signal.aborted) return;
          onGranted();
          return promise;
        })
        .catch((error: unknown) => {
          if (!leave.signal.aborted) throw error;
        });
    },
    release() {
      place?.leave.abort();
      place?.giveUp();
      place = null;
    },
  };
}
