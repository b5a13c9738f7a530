import type { MediaFile } from "./media-file.ts";

/** A box of an ISO base media file (ISO/IEC 14496-12): MP4, QuickTime, HEIF, AVIF. */
export interface IsoBox {
  /** Four characters, as Latin-1. */
  readonly type: string;
  /** Offset of the four characters in the file. */
  readonly typeAt: number;
  /** Offsets of the start and end of its content in the file. */
  readonly start: number;
  readonly end: number;
}

/** Yields the boxes from `start` to `end`. Stops at a box that doesn't fit. */
export async function* readBoxes(
  file: MediaFile,
  start: number,
  end: number,
): AsyncGenerator<IsoBox> {
  let at = start;
  while (at + 8 <= end) {
    file.spend(1);
    const head = await file.read(at, 16);
    if (head.length < 8) return;
    let size = head.readUInt32BE(0);
    let headSize = 8;
    if (size === 1 && head.length >= 16) {
      size = Number(head.readBigUInt64BE(8));
      headSize = 16;
    } else if (size === 0) size = end - at;
    if (size < headSize || at + size > end) return;
    const type = head.toString("latin1", 4, 8);
    yield { type, typeAt: at + 4, start: at + headSize, end: at + size };
    at += size;
  }
}

/** Returns the first box of a type, or null. */
export async function findBox(
  file: MediaFile,
  within: Pick<IsoBox, "start" | "end">,
  type: string,
): Promise<IsoBox | null> {
  for await (const box of readBoxes(file, within.start, within.end)) {
    if (box.type === type) return box;
  }
  return null;
}
