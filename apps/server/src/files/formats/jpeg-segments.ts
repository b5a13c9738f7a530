import type { MediaFile } from "./media-file.ts";

/** A segment of a JPEG file, before the picture's data. */
export interface JpegSegment {
  /** The second byte of its marker. */
  readonly marker: number;
  readonly start: number;
  /** Clamped to the end of the file. */
  readonly end: number;
}

const startOfScan = 0xda;
export const exifId = Buffer.from("Exif\0\0", "latin1");

export function isJpeg(head: Uint8Array): boolean {
  return head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
}

export async function* readJpegSegments(file: MediaFile): AsyncGenerator<JpegSegment> {
  let at = 2;
  for (;;) {
    file.spend(1);
    const [mark, marker, high, low] = await file.read(at, 4);
    if (mark !== 0xff || marker === undefined || high === undefined || low === undefined) return;
    if (marker === 0xff) {
      // Any number of these fill bytes may precede a marker.
      at = (await endOfFill(file, at)) - 1;
      continue;
    }
    if (marker === startOfScan) return;
    const [start, end] = [at + 4, Math.min(at + 2 + high * 256 + low, file.sizeBytes)];
    if (end < start) return;
    yield { marker, start, end };
    at = end;
  }
}

/** Returns the offset of the first byte from `from` that isn't FF. */
async function endOfFill(file: MediaFile, from: number): Promise<number> {
  for (let at = from; ;) {
    const bytes = await file.readAhead(at);
    const end = bytes.findIndex((byte) => byte !== 0xff);
    if (end !== -1) return at + end;
    if (bytes.length === 0) return at;
    at += bytes.length;
  }
}
