import type { MotionMedia } from "@tidemark/core/model";
import { isJpeg } from "../formats/jpeg-segments.ts";
import type { MediaFile } from "../formats/media-file.ts";
import { isPng } from "../formats/png-chunks.ts";
import { isTiff } from "../formats/tiff-directories.ts";
import { isWebp } from "../formats/webp-chunks.ts";
import { wipeIsoMedia } from "./wipe-iso-media.ts";
import { wipeJpeg } from "./wipe-jpeg.ts";
import { wipePng } from "./wipe-png.ts";
import { wipeTiff } from "./wipe-tiff.ts";
import { wipeWebp } from "./wipe-webp.ts";

/**
 * Wipes the metadata of a picture or film, in place, without changing the picture's own bytes. The format is
 * detected from the content, not from the given type. Unknown formats (Matroska, some raw ones) stay
 * unchanged. Throws `MediaBudgetError`, with nothing written, if finding the metadata costs too much.
 */
export async function wipeMetadata(
  file: MediaFile,
  head: Uint8Array,
  orientation: number,
  motion: MotionMedia | null,
): Promise<void> {
  const box = Buffer.from(head.subarray(4, 8)).toString("latin1");
  if (isJpeg(head)) {
    await wipeJpeg(file, orientation);
    const { embeddedVideoStart: from, embeddedVideoEnd: to } = motion ?? {};
    if (from !== undefined && to !== undefined) await wipeIsoMedia(file, from, to);
  } else if (isPng(head)) await wipePng(file, orientation);
  else if (isWebp(head)) await wipeWebp(file, orientation);
  else if (isTiff(head)) await wipeTiff(file);
  else if (["ftyp", "moov", "wide", "mdat"].includes(box)) {
    await wipeIsoMedia(file, 0, file.sizeBytes);
  }
  await file.apply();
}
