import type { Signals } from "@tidemark/core";
import type { Caller, Scope } from "@tidemark/core/model";
import type { AbortSignalLike } from "@tidemark/core/router";
import { scopesFor } from "@tidemark/core/feed";
import { inboxScope, userScope } from "@tidemark/core/model";

/**
 * Yields the caller's scopes that changed, collected while the consumer was busy. Joining or leaving a space
 * changes the user's own scope: `spacesNow` then returns the user's current spaces.
 */
export async function* followPokes(
  signals: Signals,
  caller: Caller,
  spacesNow: () => Promise<readonly string[]>,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<Scope[]> {
  const own = userScope(caller.name);
  const inbox = inboxScope(caller.name);
  const followedNow = async (): Promise<ReadonlySet<Scope>> =>
    new Set([...scopesFor({ ...caller, spaces: await spacesNow() }), inbox]);
  let followed: ReadonlySet<Scope> = new Set([...scopesFor(caller), inbox]);
  let moved = new Set<Scope>();
  let wake = (): void => {};
  const stop = signals.listen((heard) => {
    for (const each of heard) {
      if (each.kind === "everything-moved") moved = new Set(followed);
      if (each.kind !== "scopes-moved") continue;
      for (const scope of each.scopes) if (followed.has(scope)) moved.add(scope);
    }
    if (moved.size > 0) wake();
  });
  const onAbort = (): void => wake();
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    // Covers a space that the user joined after the credential was checked and before the listener was added.
    followed = await followedNow();
    while (signal?.aborted !== true) {
      if (moved.size > 0) {
        const batch = [...moved];
        moved = new Set();
        // Before the device pulls, so no change is missed between its answer and the next poke.
        if (batch.includes(own)) {
          followed = await followedNow();
        }
        yield batch;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    }
  } finally {
    stop();
    signal?.removeEventListener("abort", onAbort);
  }
}
