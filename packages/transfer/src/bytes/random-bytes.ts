/** Bytes that can be read at any place, such as a file's. */
export interface RandomBytes {
  readonly sizeBytes: number;
  /** Returns the bytes from `start` to before `end`. Throws if they can't be read, or there are fewer. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes to read at a time. */
const pieceBytes = 256 * 1024;

/** Yields the bytes from `start` to before `end` in pieces. */
export async function* piecesOf(
  bytes: RandomBytes,
  start = 0,
  end = bytes.sizeBytes,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) {
    yield await bytes.read(at, Math.min(at + pieceBytes, end));
  }
}

/** Returns the bytes of a blob, such as a file that a user chose in a browser. */
export function bytesOfBlob(blob: Blob): RandomBytes {
  return {
    sizeBytes: blob.size,
    async read(start, end) {
      const bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer());
      if (bytes.length < end - start) throw new Error("unexpected end of the file");
      return bytes;
    },
  };
}
