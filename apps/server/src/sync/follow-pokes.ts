import type { Caller } from "@tidemark/core/memo";
import type { AbortSignalLike } from "@tidemark/core/router";
import { scopesFor } from "@tidemark/core/sync";
import type { Pokes } from "./pokes.ts";

/** Yields the scopes of the caller that moved, gathered while the reader was busy. */
export async function* followPokes(
  pokes: Pokes,
  caller: Caller,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<string[]> {
  const followed = new Set(scopesFor(caller));
  let moved = new Set<string>();
  let wake = (): void => {};
  const stop = pokes.listen((scopes) => {
    for (const scope of scopes) if (followed.has(scope)) moved.add(scope);
    if (moved.size > 0) wake();
  });
  const onAbort = (): void => wake();
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    while (signal?.aborted !== true) {
      if (moved.size > 0) {
        const batch = [...moved];
        moved = new Set();
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
