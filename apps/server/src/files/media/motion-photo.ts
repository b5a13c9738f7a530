import type { MotionMedia } from "@tidemark/core/model";
import type { StagedBlob } from "@tidemark/core/attachment";
import { readBoxes } from "../formats/iso-boxes.ts";

type Bytes = Pick<StagedBlob, "read" | "sizeBytes">;

/**
 * Finds the video that Android cameras put behind a picture: where the picture's XMP says (Motion
 * Photo format 1.0, and MicroVideo before it), or in the `mpvd` box of a HEIF file. null when there
 * is none, or when what stands there is no video.
 */
export async function findMotionPhoto(blob: Bytes, head: Uint8Array): Promise<MotionMedia | null> {
  const xmp = Buffer.from(head).toString("latin1");
  const range = videoInXmp(xmp, blob.sizeBytes) ?? (await videoBox(blob));
  if (range === null || range.start <= 0 || !(await isVideo(blob, range.start))) return null;
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
  // The items after the picture stand behind it in their order, up to the end of the file.
  let end = sizeBytes;
  for (const [item] of Array.from(xmp.matchAll(/<Container:Item\b[^>]*>/g)).toReversed()) {
    const length = Number(/Item:Length="(\d{1,15})"/.exec(item)?.[1] ?? 0);
    if (/Item:Semantic="MotionPhoto"/.test(item)) {
      return length > 0 ? { start: end - length, end } : null;
    }
    end -= length;
  }
  return null;
}

/** The value of a camera's property, written as an attribute or as an element. */
function property(xmp: string, name: string): string | null {
  return new RegExp(`Camera:${name}(?:="|>)\\s*(\\d{1,15})`).exec(xmp)?.[1] ?? null;
}

function timestampIn(xmp: string): string {
  return (
    property(xmp, "MotionPhotoPresentationTimestampUs") ??
    property(xmp, "MicroVideoPresentationTimestampUs") ??
    "0"
  );
}

async function videoBox(blob: Bytes): Promise<{ start: number; end: number } | null> {
  const boxes = await readBoxes(blob, 0, blob.sizeBytes);
  return boxes.find((box) => box.type === "mpvd") ?? null;
}

async function isVideo(blob: Bytes, start: number): Promise<boolean> {
  return Buffer.from(await blob.read(start + 4, 4)).toString("latin1") === "ftyp";
}
