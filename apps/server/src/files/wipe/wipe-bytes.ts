import type { StagedBlob } from "@tidemark/core/attachment";

const pieceBytes = 64 * 1024;

/** Writes zeros from `start` up to `end`. */
export async function wipeBytes(blob: StagedBlob, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += pieceBytes) {
    await blob.overwrite(at, new Uint8Array(Math.min(pieceBytes, end - at)));
  }
}

/**
 * EXIF data (a TIFF structure) of `length` bytes that says how the picture is to be turned and
 * nothing else; null when that needs no saying or does not fit, and zeros will do.
 */
export function exifWithOrientation(length: number, orientation: number): Uint8Array | null {
  if (orientation < 2 || orientation > 8 || length < 26) return null;
  const exif = new Uint8Array(length);
  // Little-endian, one directory at 8 with one entry: tag 0x0112, one SHORT. No directory follows.
  exif.set([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation]);
  return exif;
}
