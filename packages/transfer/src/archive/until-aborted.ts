/** Yields the parts of a file. Throws the signal's reason before the next part once it is aborted. */
export async function* untilAborted(
  parts: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  for await (const part of parts) {
    signal?.throwIfAborted();
    yield part;
  }
}
