import type { InspectMedia, StagedBlob } from "@tidemark/core/attachment";
import type { MediaMetadata } from "@tidemark/core/model";
import { inferType } from "./infer-type.ts";
import { findMotionPhoto } from "./motion-photo.ts";
import { type ReadExif, readExif } from "./photo-metadata.ts";
import { measuring } from "../raster/raster-process.ts";
import { readVideoMetadata } from "./video-metadata.ts";
import { wipeMetadata } from "../wipe/wipe-metadata.ts";

/** Cameras write about a picture at its beginning; a preview picture may stand before the rest. */
const headBytes = 1024 * 1024;

/** Looks into files with exifr and sharp; see the port. */
export const inspectMedia: InspectMedia = async (blob, { filename, type, keepsMetadata }) => {
  const head = await blob.read(0, headBytes);
  const found = type === "" ? await inferType(filename, head) : type;
  const isImage = found.startsWith("image/");
  const exif = isImage ? await readExif(blob, head) : null;
  const motion = isImage ? await findMotionPhoto(blob, head) : null;
  if (!keepsMetadata) {
    await wipeMetadata(blob, head, exif?.orientation ?? 1, motion);
    return { type: found, metadata: null, motion };
  }
  if (isImage) return { type: found, metadata: await imageMetadata(head, exif), motion };
  const isVideo = found.startsWith("video/");
  return { type: found, metadata: isVideo ? await readVideoMetadata(blob) : null, motion };
};

async function imageMetadata(
  head: Awaited<ReturnType<StagedBlob["read"]>>,
  exif: ReadExif | null,
): Promise<MediaMetadata | null> {
  const size = (await measuring.readSize(head)) ?? exif?.size ?? null;
  const photo = exif === null || Object.keys(exif.photo).length === 0 ? null : exif.photo;
  if (size === null && photo === null) return null;
  return { ...size, ...(photo !== null && { photo }) };
}
