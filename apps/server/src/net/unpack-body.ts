import { pipeline } from "node:stream";
import type { Duplex } from "node:stream";
import * as zlib from "node:zlib";

const packings = ["gzip", "deflate", "br", "zstd"] as const;
type Packing = (typeof packings)[number];

/** Maximum number of encodings, since each multiplies the decompressed size. */
const maxPackings = 2;
/**
 * Maximum window of a zstd frame, as a power of 2: 8 MiB, which RFC 8878 recommends that decoders support.
 */
const zstdWindowLog = 23;

/**
 * Returns the encodings in a `Content-Encoding`, in order of application; null if one is unknown or there are
 * too many.
 */
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
 * Decompresses a body as it is read, so its reader limits the size. A truncated body ends at the truncation.
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
  // An error destroys the stream, which rejects its reader.
  pipeline(all(), stream, () => {});
  yield* stream as AsyncIterable<Uint8Array>;
}

function unpacker(packing: Packing, start: Uint8Array): Duplex {
  const finishFlush = zlib.constants.Z_SYNC_FLUSH;
  switch (packing) {
    case "gzip":
      return zlib.createGunzip({ finishFlush });
    case "deflate":
      // Some servers omit the zlib header, whose low bits are the method (8).
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
