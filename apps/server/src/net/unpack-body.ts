import { pipeline } from "node:stream";
import type { Duplex } from "node:stream";
import * as zlib from "node:zlib";

const packings = ["gzip", "deflate", "br", "zstd"] as const;
type Packing = (typeof packings)[number];

/** Each one multiplies what a byte may become. */
const maxPackings = 2;
/** Memory that a zstd frame may ask for, as a power of 2: 8 MiB, which RFC 8878 has decoders support. */
const zstdWindowLog = 23;

/** Returns how a body is packed by its `Content-Encoding`, in the order of packing; null where that is unknown. */
export function packingsOf(header: string): readonly Packing[] | null {
  const names = header
    .toLowerCase()
    .split(",")
    .map((name) => name.trim().replace(/^x-gzip$/, "gzip"))
    .filter((name) => name !== "" && name !== "identity");
  const known = names.flatMap((name) => packings.find((each) => each === name) ?? []);
  return known.length === names.length && known.length <= maxPackings ? known : null;
}

/**
 * Unpacks a body piece by piece: no more is unpacked than is read, so that whoever reads bounds it. What is
 * cut short ends where it was cut.
 */
export function unpack(
  body: AsyncIterable<Uint8Array>,
  packed: readonly Packing[],
): AsyncIterable<Uint8Array> {
  return packed.reduceRight<AsyncIterable<Uint8Array>>(unpackOne, body);
}

async function* unpackOne(
  body: AsyncIterable<Uint8Array>,
  packing: Packing,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true) return;
  const stream = unpacker(packing, first.value);
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield first.value;
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
  // An error destroys the stream with it, which rejects for whoever reads.
  pipeline(all(), stream, () => {});
  yield* stream as AsyncIterable<Uint8Array>;
}

function unpacker(packing: Packing, start: Uint8Array): Duplex {
  const finishFlush = zlib.constants.Z_SYNC_FLUSH;
  switch (packing) {
    case "gzip":
      return zlib.createGunzip({ finishFlush });
    case "deflate":
      // Some servers leave out the header of zlib, which begins with its method.
      return ((start[0] ?? 0) & 0x0f) === 8
        ? zlib.createInflate({ finishFlush })
        : zlib.createInflateRaw({ finishFlush });
    case "br":
      return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
    case "zstd":
      return zlib.createZstdDecompress({
        params: { [zlib.constants.ZSTD_d_windowLogMax]: zstdWindowLog },
      });
  }
}
