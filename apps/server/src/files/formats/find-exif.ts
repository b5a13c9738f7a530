import { findBox } from "./iso-boxes.ts";
import { readItems } from "./iso-items.ts";
import { exifId, isJpeg, readJpegSegments } from "./jpeg-segments.ts";
import type { MediaFile } from "./media-file.ts";
import { isPng, readPngChunks } from "./png-chunks.ts";
import { isTiff } from "./tiff-directories.ts";
import { isWebp, readWebpChunks } from "./webp-chunks.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the range of the TIFF structure with a picture's EXIF data; null if there is none. */
export async function findExif(file: MediaFile, head: Uint8Array): Promise<Range | null> {
  if (isJpeg(head)) return exifOfJpeg(file);
  if (isPng(head)) return exifOfChunks(file, readPngChunks(file), "eXIf");
  if (isWebp(head)) return exifOfChunks(file, readWebpChunks(file), "EXIF");
  if (isTiff(head)) return { start: 0, end: file.sizeBytes };
  return Buffer.from(head.subarray(4, 8)).toString("latin1") === "ftyp" ? exifOfHeif(file) : null;
}

async function exifOfJpeg(file: MediaFile): Promise<Range | null> {
  for await (const { marker, start, end } of readJpegSegments(file)) {
    if (marker !== 0xe1) continue;
    const tiff = await behindId(file, { start, end });
    if (tiff.start > start) return tiff;
  }
  return null;
}

async function exifOfChunks(
  file: MediaFile,
  chunks: AsyncIterable<Range & { readonly type: string }>,
  wanted: string,
): Promise<Range | null> {
  for await (const chunk of chunks) {
    if (chunk.type === wanted) return behindId(file, chunk);
  }
  return null;
}

/** Finds the EXIF item of a HEIF or AVIF file. Its first four bytes give the offset of the structure. */
async function exifOfHeif(file: MediaFile): Promise<Range | null> {
  const meta = await findBox(file, { start: 0, end: file.sizeBytes }, "meta");
  const [item] = meta === null ? [] : await readItems(file, meta, 0, ["Exif"]);
  const distance = item === undefined ? Buffer.alloc(0) : await file.read(item.start, 4);
  if (item === undefined || distance.length < 4) return null;
  return behindId(file, { start: item.start + 4 + distance.readUInt32BE(0), end: item.end });
}

/** Skips JPEG's identifier, which some writers put before the structure in other formats too. */
async function behindId(file: MediaFile, { start, end }: Range): Promise<Range> {
  const hasId = (await file.read(start, exifId.length)).equals(exifId);
  return { start: hasId ? start + exifId.length : start, end };
}
