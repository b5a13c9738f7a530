/** Number of bytes to check: all of a note or table, and the beginning of longer content. */
const lookedAtBytes = 1024 * 1024;

interface Readable {
  readonly sizeBytes: number;
  open(range: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Returns true if the first MiB of the content is valid UTF-8. Empty content is. */
export async function isUtf8({ sizeBytes, open }: Readable): Promise<boolean> {
  if (sizeBytes === 0) return true;
  const end = Math.min(sizeBytes, lookedAtBytes);
  const bytes = await open({ start: 0, end });
  if (bytes === null) return false;
  let place: Place | null = start;
  for await (const part of bytes) {
    for (const byte of part) {
      place = after(place, byte);
      if (place === null) return false;
    }
  }
  // The last character may be cut at the limit, but not at the end of the content.
  return end < sizeBytes || place.left === 0;
}

/** Decoder state: number of bytes left in the character, and the valid range of the next one. */
interface Place {
  readonly left: number;
  readonly from: number;
  readonly to: number;
}

const start: Place = { left: 0, from: 0x00, to: 0xf4 };

/** Returns the state after a byte, by table 3-7 of the Unicode Standard; null if it is invalid. */
function after({ left, from, to }: Place, byte: number): Place | null {
  if (byte < from || byte > to) return null;
  if (left > 1) return { left: left - 1, from: 0x80, to: 0xbf };
  if (left === 1 || byte < 0x80) return start;
  if (byte < 0xc2) return null;
  if (byte < 0xe0) return { left: 1, from: 0x80, to: 0xbf };
  if (byte === 0xe0) return { left: 2, from: 0xa0, to: 0xbf };
  if (byte === 0xed) return { left: 2, from: 0x80, to: 0x9f };
  if (byte < 0xf0) return { left: 2, from: 0x80, to: 0xbf };
  if (byte === 0xf0) return { left: 3, from: 0x90, to: 0xbf };
  return byte === 0xf4 ? { left: 3, from: 0x80, to: 0x8f } : { left: 3, from: 0x80, to: 0xbf };
}
