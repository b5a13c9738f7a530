import type { MotionMedia } from "../../model/attachment.ts";
import type { ByteRange } from "./blob-store.ts";

/** Returns where the video of a picture lies in its content; null when there is none within it. */
export function embeddedVideo(motion: MotionMedia | null, sizeBytes: number): ByteRange | null {
  const { embeddedVideoStart: start, embeddedVideoEnd: end } = motion ?? {};
  if (start === undefined || end === undefined) return null;
  return start < end && end <= sizeBytes ? { start, end } : null;
}

/**
 * Returns what a file moves with, of what its sender said and what was `found` in its content. Only the
 * content can say that it holds a video, and where; which files belong together is the sender's to say.
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
