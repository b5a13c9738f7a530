/** Gives the parts of a file, and throws the signal's reason between two of them once it is aborted. */
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
