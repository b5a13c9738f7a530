import type { StagedBlob } from "@tidemark/core/attachment";

/** A chunk of a WebP file: four characters, as Latin-1, then its content. */
export interface WebpChunk {
  readonly type: string;
  /** Where the four characters stand in the file. */
  readonly typeAt: number;
  readonly start: number;
  /** Cut at the end of the file. */
  readonly end: number;
}

type Bytes = Pick<StagedBlob, "read" | "sizeBytes">;

/** An animation has one for each picture; a hostile file is read no further. */
const maxChunks = 65_536;

export function isWebp(head: Uint8Array): boolean {
  return /^RIFF[^]{4}WEBP/.test(Buffer.from(head.subarray(0, 12)).toString("latin1"));
}

export async function readWebpChunks(blob: Bytes): Promise<WebpChunk[]> {
  const chunks: WebpChunk[] = [];
  let at = 12;
  while (at + 8 <= blob.sizeBytes && chunks.length < maxChunks) {
    const head = Buffer.from(await blob.read(at, 8));
    const length = head.readUInt32LE(4);
    const start = at + 8;
    const end = Math.min(start + length, blob.sizeBytes);
    chunks.push({ type: head.toString("latin1", 0, 4), typeAt: at, start, end });
    // Chunks begin at even places.
    at = end + (length % 2);
  }
  return chunks;
}
