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
 * Wipes what a camera wrote into a picture or film. Told by the content, not by the type that
 * somebody gave it; in place, so that the picture itself stays as it is to the byte. Formats that it
 * does not know (Matroska, some raw ones) stay as they are. Throws `MediaBudgetError`, with nothing
 * written, when finding it costs too much.
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
