/** Yields what a stream contains, and cancels it when the caller stops. Not every browser iterates streams. */
export async function* streamParts<Part>(stream: ReadableStream<Part>): AsyncGenerator<Part> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns a stream that reads its parts as they are wanted, and closes their source when it is cancelled. */
export function streamOf(
  content: AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(Uint8Array.from(next.value));
    },
    async cancel() {
      await parts.return?.();
    },
  });
}
