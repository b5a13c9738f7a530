import type { MediaMetadata } from "@tidemark/core/model";
import { findBox, readBoxes } from "../formats/iso-boxes.ts";
import type { MediaFile } from "../formats/media-file.ts";

/**
 * Reads the duration and picture size of an MP4 or QuickTime file from its headers; null if they have
 * neither.
 */
export async function readVideoMetadata(file: MediaFile): Promise<MediaMetadata | null> {
  const moov = await findBox(file, { start: 0, end: file.sizeBytes }, "moov");
  if (moov === null) return null;
  let durationSeconds: number | null = null;
  let size: { width: number; height: number } | null = null;
  for await (const box of readBoxes(file, moov.start, moov.end)) {
    if (box.type === "mvhd") durationSeconds = durationOf(await file.read(box.start, 32));
    if (box.type === "trak" && size === null) {
      const header = await findBox(file, box, "tkhd");
      if (header !== null) size = sizeOf(await file.read(header.start, 96));
    }
  }
  if (durationSeconds === null && size === null) return null;
  return { ...size, ...(durationSeconds !== null && { video: { durationSeconds } }) };
}

/** Reads the duration in seconds from `mvhd`: version, times of creation and change, time scale, duration. */
function durationOf(header: Buffer): number | null {
  const isLong = header[0] === 1;
  if (header.length < (isLong ? 32 : 20)) return null;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  // All bits set means unknown.
  const isKnown = scale > 0 && duration > 0 && (isLong || duration !== 0xffff_ffff);
  return isKnown ? Math.round((duration / scale) * 1000) / 1000 : null;
}

/**
 * Reads the size from `tkhd`, which ends with the matrix, then width and height as 16.16 numbers; 0 for
 * sound.
 */
function sizeOf(header: Buffer): { width: number; height: number } | null {
  const at = header[0] === 1 ? 88 : 76;
  if (header.length < at + 8) return null;
  const [width, height] = [header.readUInt32BE(at) / 65_536, header.readUInt32BE(at + 4) / 65_536];
  if (width < 1 || height < 1) return null;
  // A quarter turn has zeros on the diagonal of the matrix.
  const isTurned = header.readInt32BE(at - 36) === 0 && header.readInt32BE(at - 32) !== 0;
  const [across, down] = isTurned ? [height, width] : [width, height];
  return { width: Math.round(across), height: Math.round(down) };
}
