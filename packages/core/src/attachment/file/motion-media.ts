import type { MotionMedia } from "../../model/attachment.ts";
import type { ByteRange } from "./blob-store.ts";

/** Returns the byte range of the video in a picture; null if there is none within the content. */
export function embeddedVideo(motion: MotionMedia | null, sizeBytes: number): ByteRange | null {
  const { embeddedVideoStart: start, embeddedVideoEnd: end } = motion ?? {};
  if (start === undefined || end === undefined) return null;
  return start < end && end <= sizeBytes ? { start, end } : null;
}

/**
 * Returns a file's motion, given the one `said` by the sender and the one `found` in the content. Only the
 * content determines whether it contains a video, and at which offsets. The sender determines which files
 * belong together.
 */
export function acceptedMotion(
  said: MotionMedia | null,
  found: MotionMedia | null,
): MotionMedia | null {
  if (found?.hasEmbeddedVideo === true) return found;
  if (said === null) return found;
  const claimsVideo =
    said.hasEmbeddedVideo ||
    said.embeddedVideoStart !== undefined ||
    said.embeddedVideoEnd !== undefined;
  return claimsVideo ? found : said;
}
