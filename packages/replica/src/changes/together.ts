import type { AbortSignalLike } from "@tidemark/core/router";

/**
 * Merges several streams. Each one waits until its value was consumed. Ends with the signal, or when the
 * first stream ends.
 */
export async function* together<T>(
  begin: readonly ((signal: AbortSignalLike) => AsyncGenerator<T>)[],
  signal: AbortSignalLike | undefined,
): AsyncGenerator<T> {
  const ending = new AbortController();
  const onAbort = (): void => ending.abort();
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) ending.abort();
  const given: { readonly value: T; taken(): void }[] = [];
  let wake = (): void => {};
  let isOver = false;

  async function take(stream: AsyncGenerator<T>): Promise<void> {
    try {
      for await (const value of stream) {
        if (isOver) break;
        const { promise, resolve } = Promise.withResolvers<void>();
        given.push({ value, taken: resolve });
        wake();
        await promise;
      }
    } finally {
      isOver = true;
      wake();
    }
  }

  const taking = Promise.all(begin.map((start) => take(start(ending.signal))));
  // The error is rethrown at the end.
  taking.catch(() => {});
  try {
    while (!isOver || given.length > 0) {
      const [next] = given;
      if (next !== undefined) {
        yield next.value;
        given.shift();
        next.taken();
      } else {
        await new Promise<void>((done) => (wake = done));
      }
    }
  } finally {
    isOver = true;
    signal?.removeEventListener("abort", onAbort);
    ending.abort();
    for (const { taken } of given) taken();
    await Promise.allSettled([taking]);
  }
  await taking;
}
