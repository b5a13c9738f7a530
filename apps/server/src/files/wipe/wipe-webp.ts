import type { StagedBlob } from "@tidemark/core/attachment";
import { readWebpChunks } from "../formats/webp-chunks.ts";
import { exifWithOrientation, wipeBytes } from "./wipe-bytes.ts";

// Bits of the first byte of VP8X.
const hasExif = 0x08;
const hasXmp = 0x04;

/** Wipes EXIF and XMP from a WebP, in place. Colour profiles stay. */
export async function wipeWebp(blob: StagedBlob, orientation: number): Promise<void> {
  const chunks = await readWebpChunks(blob);
  let cleared = hasXmp;
  for (const { type, typeAt, start, end } of chunks) {
    if (type !== "EXIF" && type !== "XMP ") continue;
    const exif = type === "EXIF" ? exifWithOrientation(end - start, orientation) : null;
    await wipeBytes(blob, start, end);
    if (exif !== null) await blob.overwrite(start, exif);
    else {
      await blob.overwrite(typeAt, Buffer.from("JUNK", "latin1"));
      if (type === "EXIF") cleared |= hasExif;
    }
  }
  const extended = chunks.find((chunk) => chunk.type === "VP8X");
  if (extended === undefined) return;
  const [flags = 0] = await blob.read(extended.start, 1);
  if (extended.end > extended.start) {
    await blob.overwrite(extended.start, Uint8Array.of(flags & ~cleared));
  }
}
