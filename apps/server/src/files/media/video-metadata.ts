import type { MediaMetadata } from "@tidemark/core/model";
import type { StagedBlob } from "@tidemark/core/attachment";
import { findBox, readBoxes, viewOf } from "../formats/iso-boxes.ts";

type Bytes = Pick<StagedBlob, "read" | "sizeBytes">;

/** Length and picture size of an MP4 or QuickTime file, from its headers alone; null when they tell nothing. */
export async function readVideoMetadata(blob: Bytes): Promise<MediaMetadata | null> {
  const moov = await findBox(blob, { start: 0, end: blob.sizeBytes }, "moov");
  if (moov === null) return null;
  let durationSeconds: number | null = null;
  let size: { width: number; height: number } | null = null;
  for (const box of await readBoxes(blob, moov.start, moov.end)) {
    if (box.type === "mvhd") durationSeconds = durationOf(await blob.read(box.start, 32));
    if (box.type === "trak" && size === null) {
      const header = await findBox(blob, box, "tkhd");
      if (header !== null) size = sizeOf(await blob.read(header.start, 96));
    }
  }
  if (durationSeconds === null && size === null) return null;
  return { ...size, ...(durationSeconds !== null && { video: { durationSeconds } }) };
}

/** mvhd: version, times of creation and change, time scale, duration. */
function durationOf(header: Uint8Array): number | null {
  const isLong = header[0] === 1;
  if (header.length < (isLong ? 32 : 20)) return null;
  const view = viewOf(header);
  const scale = view.getUint32(isLong ? 20 : 12);
  const duration = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16);
  // All ones: not known.
  const isKnown = scale > 0 && duration > 0 && (isLong || duration !== 0xffff_ffff);
  return isKnown ? Math.round((duration / scale) * 1000) / 1000 : null;
}

/** tkhd ends with the matrix, then width and height as 16.16 numbers; 0 for sound. */
function sizeOf(header: Uint8Array): { width: number; height: number } | null {
  const at = header[0] === 1 ? 88 : 76;
  if (header.length < at + 8) return null;
  const view = viewOf(header);
  const [width, height] = [view.getUint32(at) / 65_536, view.getUint32(at + 4) / 65_536];
  if (width < 1 || height < 1) return null;
  // A quarter turn has nothing on the diagonal of the matrix.
  const isTurned = view.getInt32(at - 36) === 0 && view.getInt32(at - 32) !== 0;
  const [across, down] = isTurned ? [height, width] : [width, height];
  return { width: Math.round(across), height: Math.round(down) };
}
