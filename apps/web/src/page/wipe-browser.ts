/** Time in ms for which removing a file is tried: a worker that was ended gives up its files late. */
const retryForMs = 3000;
const retryAfterMs = 50;

/** Time in ms after which the page is left anyway: the browser goes on deleting. */
const wipeWithinMs = 5000;

/** Deletes everything that this origin stored in the browser, except cookies that pages can't read. */
export async function wipeBrowser(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const removed = Promise.allSettled([
    removePrivateFiles(),
    removeCaches(),
    removeDatabases(),
    removeServiceWorkers(),
  ]);
  await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, wipeWithinMs))]);
}

async function removePrivateFiles(): Promise<void> {
  // Pages without TLS have none.
  if (!("storage" in navigator)) return;
  const root = await navigator.storage.getDirectory();
  const endMs = performance.now() + retryForMs;
  for (;;) {
    const names = await Array.fromAsync(root.keys());
    const removed = await Promise.allSettled(
      names.map((name) => root.removeEntry(name, { recursive: true })),
    );
    if (removed.every(({ status }) => status === "fulfilled") || performance.now() > endMs) return;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
  }
}

async function removeCaches(): Promise<void> {
  if (!("caches" in globalThis)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

async function removeDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) indexedDB.deleteDatabase(name);
  }
}

async function removeServiceWorkers(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const registration of registrations) await registration.unregister();
}
