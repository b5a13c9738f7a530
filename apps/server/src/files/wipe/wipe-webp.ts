import type { MediaFile } from "../formats/media-file.ts";
import { readWebpChunks } from "../formats/webp-chunks.ts";
import { turnedExif } from "./turned-exif.ts";

// Bits of the first byte of VP8X.
const hasExif = 0x08;
const hasXmp = 0x04;

/** Wipes EXIF and XMP from a WebP, in place. Colour profiles stay. */
export async function wipeWebp(file: MediaFile, orientation: number): Promise<void> {
  let cleared = hasXmp;
  let flagsAt: number | null = null;
  for await (const { type, typeAt, start, end } of readWebpChunks(file)) {
    if (type === "VP8X" && end > start) flagsAt ??= start;
    if (type !== "EXIF" && type !== "XMP ") continue;
    file.wipe(start, end);
    const exif = type === "EXIF" ? turnedExif(end - start, orientation) : null;
    if (exif !== null) {
      file.patch(start, exif);
      continue;
    }
    file.patch(typeAt, Buffer.from("JUNK", "latin1"));
    if (type === "EXIF") cleared |= hasExif;
  }
  if (flagsAt === null) return;
  const [flags = 0] = await file.read(flagsAt, 1);
  file.patch(flagsAt, Uint8Array.of(flags & ~cleared));
}
