import { configure, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { joinBytes } from "../bytes/join-bytes.ts";
import { streamOf, streamParts } from "../bytes/stream-parts.ts";
import { ExportRefused, type ZipPipe } from "../tidemark/export-sink.ts";

// The export runs in a worker already.
configure({ useWebWorkers: false });

/** Opens a zip that is read while it is written. Under Node, `openZipPipe` is faster. */
export function openZipBody(): ZipPipe {
  const left = new AbortController();
  const { promise: controlled, resolve } =
    Promise.withResolvers<TransformStreamDefaultController<Uint8Array>>();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({ start: resolve });
  // Unlike the stream, the controller can fail while something is written.
  const breakOff = (reason: Error): void => {
    void controlled.then((controller) => controller.error(reason));
  };
  const zip = new ZipWriter(writable);
  let isWhole = false;
  return {
    sink: {
      async put(path, content, modifiedMs) {
        const lastModDate = new Date(Math.max(modifiedMs, 0));
        await zip.add(path, await sourceOf(content), { lastModDate });
      },
      async finish() {
        await zip.close();
        isWhole = true;
      },
      async [Symbol.asyncDispose]() {
        if (!isWhole) breakOff(new ExportRefused("it was interrupted"));
      },
    },
    body: readTo(readable, left),
    left: left.signal,
    breakOff,
  };
}

async function* readTo(
  stream: ReadableStream<Uint8Array>,
  left: AbortController,
): AsyncGenerator<Uint8Array> {
  try {
    yield* streamParts(stream);
  } finally {
    left.abort();
  }
}

/** Length in bytes up to which a file is read before it is written. */
const maxHeld = 1024 * 1024;

/** Returns a source of known length for a short file: not every program reads others out of a zip. */
async function sourceOf(
  content: AsyncIterable<Uint8Array>,
): Promise<Uint8ArrayReader | ReadableStream<Uint8Array>> {
  const parts = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  for (let bytes = 0; bytes <= maxHeld; bytes += held.at(-1)?.length ?? 0) {
    const next = await parts.next();
    if (next.done === true) return new Uint8ArrayReader(joinBytes(held));
    held.push(next.value);
  }
  return streamOf(
    (async function* all() {
      try {
        yield* held;
        for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
          yield next.value;
        }
      } finally {
        await parts.return?.();
      }
    })(),
  );
}
