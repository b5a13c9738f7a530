/** As much of a text as is looked at: whole notes and tables, and the beginning of what is longer. */
const lookedAtBytes = 1024 * 1024;

/** Content of which a beginning can be read. */
interface Readable {
  readonly sizeBytes: number;
  open(range: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>;
}

/** Whether content is valid UTF-8, told by its first MiB. Content without a byte is. */
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
  // A character may go on behind what was looked at, but not behind the end.
  return end < sizeBytes || place.left === 0;
}

/** Where in a character a text is: how many bytes are to come, and what the next one may be. */
interface Place {
  readonly left: number;
  readonly from: number;
  readonly to: number;
}

const start: Place = { left: 0, from: 0x00, to: 0xf4 };

/** The place behind a byte, by table 3-7 of the Unicode Standard; null: no UTF-8. */
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
