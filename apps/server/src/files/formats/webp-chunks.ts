import type { MediaFile } from "./media-file.ts";

/** A chunk of a WebP file: four characters, as Latin-1, then its content. */
export interface WebpChunk {
  readonly type: string;
  /** Offset of the four characters in the file. */
  readonly typeAt: number;
  readonly start: number;
  /** Clamped to the end of the file. */
  readonly end: number;
}

export function isWebp(head: Uint8Array): boolean {
  return /^RIFF[^]{4}WEBP/.test(Buffer.from(head.subarray(0, 12)).toString("latin1"));
}

export async function* readWebpChunks(file: MediaFile): AsyncGenerator<WebpChunk> {
  let at = 12;
  while (at + 8 <= file.sizeBytes) {
    file.spend(1);
    const head = await file.read(at, 8);
    const length = head.readUInt32LE(4);
    const start = at + 8;
    const end = Math.min(start + length, file.sizeBytes);
    yield { type: head.toString("latin1", 0, 4), typeAt: at, start, end };
    // Chunks begin at even offsets.
    at = end + (length % 2);
  }
}
