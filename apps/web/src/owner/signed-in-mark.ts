/** Cache with the mark. It isn't of a build, so it outlives updates; deleting the site's data deletes it. */
const cacheName = "tidemark-state";
const mark = "/signed-in";

/**
 * Notes whether this browser has an account's copy, so that the app opens from its own files. Without one, the
 * server decides what is shown at its address.
 */
export async function markSignedIn(isSignedIn: boolean): Promise<void> {
  // Pages without TLS have no caches.
  if (!("caches" in globalThis)) return;
  const state = await caches.open(cacheName);
  await (isSignedIn ? state.put(mark, new Response()) : state.delete(mark));
}

/** Returns whether this browser has an account's copy. */
export async function isMarkedSignedIn(): Promise<boolean> {
  return (await caches.match(mark, { cacheName })) !== undefined;
}
