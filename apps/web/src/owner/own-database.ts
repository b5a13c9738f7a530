/** Lock of the tab whose worker has the database. One version, so that an old page never meets a new worker. */
const lockName = `tidemark-${buildVersion}`;

/**
 * Takes the lock of the tab whose worker has the database, until this tab is closed. Resolves to false if
 * another tab has it. Pages without TLS have no locks, and each a database of its own.
 */
export function ownDatabase(): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Pending for as long as the tab lives.
      return lock === null ? undefined : new Promise<never>(() => {});
    });
  });
}

/** Calls back once no other tab has the database. */
export function onceFree(then: () => void): void {
  void navigator.locks.request(lockName, () => then());
}
