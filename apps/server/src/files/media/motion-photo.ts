import type { MotionMedia } from "@tidemark/core/model";
import { findBox } from "../formats/iso-boxes.ts";
import type { MediaFile } from "../formats/media-file.ts";

const itemTag = "<Container:Item";

/**
 * Finds the video that Android cameras append to a picture. It is at the offset in the picture's XMP (Motion
 * Photo format 1.0, and MicroVideo before it), or in the `mpvd` box of a HEIF file. Returns null if there is
 * none, or if the data there isn't a video.
 */
export async function findMotionPhoto(
  file: MediaFile,
  head: Uint8Array,
): Promise<MotionMedia | null> {
  const xmp = Buffer.from(head).toString("latin1");
  const range =
    videoInXmp(xmp, file.sizeBytes) ??
    (await findBox(file, { start: 0, end: file.sizeBytes }, "mpvd"));
  if (range === null || range.start <= 0 || !(await isVideo(file, range.start))) return null;
  return {
    family: "ANDROID_MOTION_PHOTO",
    role: "CONTAINER",
    groupId: "",
    presentationTimestampUs: timestampIn(xmp),
    hasEmbeddedVideo: true,
    embeddedVideoStart: range.start,
    embeddedVideoEnd: range.end,
  };
}

function videoInXmp(xmp: string, sizeBytes: number): { start: number; end: number } | null {
  if (property(xmp, "MicroVideo") === "1") {
    const length = Number(property(xmp, "MicroVideoOffset") ?? 0);
    return length > 0 ? { start: sizeBytes - length, end: sizeBytes } : null;
  }
  if (property(xmp, "MotionPhoto") !== "1") return null;
  // The items follow the picture in their order, up to the end of the file.
  let end = sizeBytes;
  for (const item of itemsIn(xmp).toReversed()) {
    const length = Number(/Item:Length="(\d{1,15})"/.exec(item)?.[1] ?? 0);
    if (/Item:Semantic="MotionPhoto"/.test(item)) {
      return length > 0 ? { start: end - length, end } : null;
    }
    end -= length;
  }
  return null;
}

/** Returns the elements `Container:Item`, each up to its first `>`. Reads each character once. */
function itemsIn(xmp: string): string[] {
  const items: string[] = [];
  let at = xmp.indexOf(itemTag);
  while (at !== -1) {
    const end = xmp.indexOf(">", at);
    if (end === -1) break;
    // Other elements have longer names.
    if (!/\w/.test(xmp.charAt(at + itemTag.length))) items.push(xmp.slice(at, end));
    at = xmp.indexOf(itemTag, end);
  }
  return items;
}

/**
 * Returns the value of a camera property, written as an attribute or as an element; null if there is none.
 */
function property(xmp: string, name: string): string | null {
  return new RegExp(`Camera:${name}(?:="|>)\\s{0,64}(\\d{1,15})`).exec(xmp)?.[1] ?? null;
}

function timestampIn(xmp: string): string {
  return (
    property(xmp, "MotionPhotoPresentationTimestampUs") ??
    property(xmp, "MicroVideoPresentationTimestampUs") ??
    "0"
  );
}

async function isVideo(file: MediaFile, start: number): Promise<boolean> {
  return (await file.read(start + 4, 4)).toString("latin1") === "ftyp";
}
