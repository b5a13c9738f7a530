import type { MediaFile } from "./media-file.ts";

/** A chunk of a PNG file: length, type, content, checksum. */
export interface PngChunk {
  readonly type: string;
  /** Where the four characters of the type stand in the file. */
  readonly typeAt: number;
  readonly start: number;
  /** Where the content ends and the checksum of four bytes begins. */
  readonly end: number;
}

export function isPng(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 8)).toString("latin1") === "\x89PNG\r\n\x1a\n";
}

/** Yields the chunks before `IEND`. One that is longer than the file is the end. */
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
