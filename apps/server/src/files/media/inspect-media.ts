import { AppFailure, invalidField } from "@tidemark/core";
import type { InspectMedia } from "@tidemark/core/attachment";
import type { MediaMetadata } from "@tidemark/core/model";
import { MediaBudgetError, openMedia } from "../formats/media-file.ts";
import { measuring } from "../raster/raster-process.ts";
import { wipeMetadata } from "../wipe/wipe-metadata.ts";
import { inferType } from "./infer-type.ts";
import { findMotionPhoto } from "./motion-photo.ts";
import { type ReadExif, readExif } from "./photo-metadata.ts";
import { readVideoMetadata } from "./video-metadata.ts";

/**
 * Bytes that are searched for metadata: it is at the beginning of a picture, possibly after a preview image.
 */
const headBytes = 1024 * 1024;

/**
 * Implements the `InspectMedia` port. Fails with INVALID_ARGUMENT if wiping a file would cost too much, since
 * a file is never stored unwiped.
 */
export const inspectMedia: InspectMedia = async (blob, { filename, type, keepsMetadata }) => {
  const file = openMedia(blob);
  const head = await file.read(0, headBytes);
  const found = type === "" ? await inferType(filename, head) : type;
  const isImage = found.startsWith("image/");
  try {
    const exif = isImage ? await readExif(file, head) : null;
    const motion = isImage ? await findMotionPhoto(file, head) : null;
    if (!keepsMetadata) {
      await wipeMetadata(file, head, exif?.orientation ?? 1, motion);
      return { type: found, metadata: null, motion };
    }
    if (isImage) return { type: found, metadata: await imageMetadata(head, exif), motion };
    const isVideo = found.startsWith("video/");
    return { type: found, metadata: isVideo ? await readVideoMetadata(file) : null, motion };
  } catch (error) {
    if (!(error instanceof MediaBudgetError)) throw error;
    if (keepsMetadata) return { type: found, metadata: null, motion: null };
    throw new AppFailure(
      invalidField(
        "file",
        "its structure is too complex to remove its metadata; save it with another program and upload it again",
      ),
    );
  }
};

async function imageMetadata(
  head: Uint8Array,
  exif: ReadExif | null,
): Promise<MediaMetadata | null> {
  const size = (await measuring.readSize(head)) ?? exif?.size ?? null;
  const photo = exif === null || Object.keys(exif.photo).length === 0 ? null : exif.photo;
  if (size === null && photo === null) return null;
  return { ...size, ...(photo !== null && { photo }) };
}
