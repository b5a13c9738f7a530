import { crc32 } from "node:zlib";
import type { StagedBlob } from "@tidemark/core/attachment";
import { exifWithOrientation, wipeBytes } from "./wipe-bytes.ts";

const textChunks = ["tEXt", "zTXt", "iTXt"];
// Ancillary, private, safe to copy: readers pass over it.
const blankType = "tiDe";

/** Wipes EXIF and all text (XMP is kept as one) from a PNG, in place. Colour profiles stay. */
export async function wipePng(blob: StagedBlob, orientation: number): Promise<void> {
  let at = 8;
  while (at + 12 <= blob.sizeBytes) {
    const head = Buffer.from(await blob.read(at, 8));
    const [length, type] = [head.readUInt32BE(0), head.toString("latin1", 4)];
    const [start, end] = [at + 8, at + 8 + length];
    if (end + 4 > blob.sizeBytes || type === "IEND") return;
    if (type === "eXIf" || textChunks.includes(type)) {
      const exif = type === "eXIf" ? exifWithOrientation(length, orientation) : null;
      await wipeBytes(blob, start, end);
      if (exif === null) await blob.overwrite(at + 4, Buffer.from(blankType, "latin1"));
      else await blob.overwrite(start, exif);
      await blob.overwrite(end, await checksum(blob, at + 4, end));
    }
    at = end + 4;
  }
}

async function checksum(blob: StagedBlob, start: number, end: number): Promise<Uint8Array> {
  let crc = 0;
  for (let at = start; at < end; at += 64 * 1024) {
    crc = crc32(await blob.read(at, Math.min(64 * 1024, end - at)), crc);
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes;
}
