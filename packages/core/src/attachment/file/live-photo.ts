import { filenameStem } from "./filename.ts";
import type { AttachmentRecord, MotionMedia } from "../../model/attachment.ts";

/**
 * Finds the live photos among the files of one memo: one picture and one QuickTime video with the same name
 * before the extension. Returns each file's new motion, by id. Ignores files that already have one.
 */
export function pairLivePhotos(files: readonly AttachmentRecord[]): Map<string, MotionMedia> {
  const free = files.filter((file) => file.motion === null);
  const motions = new Map<string, MotionMedia>();
  for (const group of Map.groupBy(free, (file) => filenameStem(file.filename)).values()) {
    const [still, ...moreStills] = group.filter((file) =>
      /^image\/(?:jpeg|hei[cf])$/.test(file.type),
    );
    const [video, ...moreVideos] = group.filter((file) => file.type === "video/quicktime");
    if (still === undefined || video === undefined) continue;
    if (moreStills.length + moreVideos.length > 0) continue;
    const pair = {
      family: "APPLE_LIVE_PHOTO",
      groupId: still.id,
      presentationTimestampUs: "0",
      hasEmbeddedVideo: false,
    } as const;
    motions.set(still.id, { ...pair, role: "STILL" });
    motions.set(video.id, { ...pair, role: "VIDEO" });
  }
  return motions;
}
