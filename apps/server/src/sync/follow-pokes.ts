import type { ServerDatabase } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import type { AbortSignalLike } from "@tidemark/core/router";
import { scopesFor } from "@tidemark/core/feed";
import { inboxScope, userScope } from "@tidemark/core/model";

/**
 * Yields the scopes of the caller that moved, gathered while the reader was busy. Joining and leaving
 * a space moves the user's own scope: `spacesNow` is then asked for the spaces that they are in.
 */
export async function* followPokes(
  database: Pick<ServerDatabase, "onCommit">,
  caller: Caller,
  spacesNow: () => Promise<readonly string[]>,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<string[]> {
  const own = userScope(caller.name);
  const inbox = inboxScope(caller.name);
  let followed = new Set([...scopesFor(caller), inbox]);
  let moved = new Set<string>();
  let wake = (): void => {};
  const stop = database.onCommit((effects) => {
    for (const effect of effects) {
      if (effect.kind !== "scopes-moved") continue;
      for (const scope of effect.scopes) if (followed.has(scope)) moved.add(scope);
    }
    if (moved.size > 0) wake();
  });
  const onAbort = (): void => wake();
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    while (signal?.aborted !== true) {
      if (moved.size > 0) {
        const batch = [...moved];
        moved = new Set();
        // Before the device asks, so that nothing moves between its answer and the next poke.
        if (batch.includes(own)) {
          followed = new Set([...scopesFor({ ...caller, spaces: await spacesNow() }), inbox]);
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
