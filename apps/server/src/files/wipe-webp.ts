import type { StagedBlob } from "@tidemark/core/attachment";
import { exifWithOrientation, wipeBytes } from "./wipe-bytes.ts";

// Bits of the first byte of VP8X.
const hasExif = 0x08;
const hasXmp = 0x04;

/** Wipes EXIF and XMP from a WebP, in place. Colour profiles stay. */
export async function wipeWebp(blob: StagedBlob, orientation: number): Promise<void> {
  let flagsAt: number | null = null;
  let cleared = hasXmp;
  let at = 12;
  while (at + 8 <= blob.sizeBytes) {
    const head = Buffer.from(await blob.read(at, 8));
    const [type, length] = [head.toString("latin1", 0, 4), head.readUInt32LE(4)];
    const [start, end] = [at + 8, Math.min(at + 8 + length, blob.sizeBytes)];
    if (type === "VP8X") flagsAt = start;
    if (type === "EXIF" || type === "XMP ") {
      const exif = type === "EXIF" ? exifWithOrientation(end - start, orientation) : null;
      await wipeBytes(blob, start, end);
      if (exif !== null) await blob.overwrite(start, exif);
      else {
        await blob.overwrite(at, Buffer.from("JUNK", "latin1"));
        if (type === "EXIF") cleared |= hasExif;
      }
    }
    // Chunks begin at even places.
    at = end + (length % 2);
  }
  if (flagsAt === null) return;
  const [flags = 0] = await blob.read(flagsAt, 1);
  await blob.overwrite(flagsAt, Uint8Array.of(flags & ~cleared));
}
