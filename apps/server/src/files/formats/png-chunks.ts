import type { MediaFile } from "./media-file.ts";

/** A chunk of a PNG file: length, type, content, checksum. */
export interface PngChunk {
  readonly type: string;
  /** Offset of the type's four characters in the file. */
  readonly typeAt: number;
  readonly start: number;
  /** Offset of the end of the content; the checksum of four bytes follows. */
  readonly end: number;
}

export function isPng(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 8)).toString("latin1") === "\x89PNG\r\n\x1a\n";
}

/** Yields the chunks before `IEND`. Stops at a chunk that extends beyond the file. */
export async function* readPngChunks(file: MediaFile): AsyncGenerator<PngChunk> {
  let at = 8;
  while (at + 12 <= file.sizeBytes) {
    file.spend(1);
    const head = await file.read(at, 8);
    const [start, type] = [at + 8, head.toString("latin1", 4)];
    const end = start + head.readUInt32BE(0);
    if (end + 4 > file.sizeBytes || type === "IEND") return;
    yield { type, typeAt: at + 4, start, end };
    at = end + 4;
  }
}
