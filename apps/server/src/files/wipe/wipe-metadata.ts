import type { MotionMedia } from "@tidemark/core/model";
import type { StagedBlob } from "@tidemark/core/attachment";
import { isWebp } from "../formats/webp-chunks.ts";
import { wipeIsoMedia } from "./wipe-iso-media.ts";
import { wipeJpeg } from "./wipe-jpeg.ts";
import { wipePng } from "./wipe-png.ts";
import { isTiff, wipeTiff } from "./wipe-tiff.ts";
import { wipeWebp } from "./wipe-webp.ts";

/**
 * Wipes what a camera wrote into a picture or film. Told by the content, not by the type that
 * somebody gave it; in place, so that the picture itself stays as it is to the byte. Formats that it
 * does not know (Matroska, some raw ones) stay as they are.
 */
export async function wipeMetadata(
  blob: StagedBlob,
  head: Uint8Array,
  orientation: number,
  motion: MotionMedia | null,
): Promise<void> {
  const start = Buffer.from(head.subarray(0, 16)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) {
    await wipeJpeg(blob, orientation);
    const { embeddedVideoStart: from, embeddedVideoEnd: to } = motion ?? {};
    if (from !== undefined && to !== undefined) await wipeIsoMedia(blob, from, to);
  } else if (start.startsWith("\x89PNG\r\n\x1a\n")) {
    await wipePng(blob, orientation);
  } else if (isWebp(head)) {
    await wipeWebp(blob, orientation);
  } else if (isTiff(head)) {
    await wipeTiff(blob);
  } else if (start.slice(4, 8) === "ftyp" || ["moov", "wide", "mdat"].includes(start.slice(4, 8))) {
    await wipeIsoMedia(blob, 0, blob.sizeBytes);
  }
}
