import type { StagedBlob } from "@tidemark/core/attachment";
import { exifWithOrientation, wipeBytes } from "./wipe-bytes.ts";

const exifId = Buffer.from("Exif\0\0", "latin1");
const startOfScan = 0xda;
const comment = 0xfe;

/**
 * Wipes what is no picture from a JPEG, in place: EXIF, XMP, IPTC, comments and makers' own segments.
 * Colour profiles stay, since the picture looks wrong without them. Pictures that hang on behind the
 * first one (previews, gain maps) lose their EXIF and XMP too.
 */
export async function wipeJpeg(blob: StagedBlob, orientation: number): Promise<void> {
  let at = 2;
  for (;;) {
    const [mark, marker, high, low] = await blob.read(at, 4);
    if (mark !== 0xff || marker === undefined || high === undefined || low === undefined) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) break;
    const [start, end] = [at + 4, Math.min(at + 2 + high * 256 + low, blob.sizeBytes)];
    if (end < start) break;
    if (await isDistinct(blob, marker, start)) await wipeSegment(blob, start, end, orientation);
    at = end;
  }
  await wipeLaterPictures(blob, at);
}

/** True for a segment that does not make the picture. */
async function isDistinct(blob: StagedBlob, marker: number, start: number): Promise<boolean> {
  if (marker === comment) return true;
  if (marker < 0xe1 || marker > 0xef) return false;
  const id = Buffer.from(await blob.read(start, 12)).toString("latin1");
  const isColour = id.startsWith("ICC_PROFILE\0") || id.startsWith("Adobe");
  // MPF says where the pictures behind the first one begin; it knows no more about them.
  return !isColour && !id.startsWith("MPF\0");
}

async function wipeSegment(
  blob: StagedBlob,
  start: number,
  end: number,
  orientation: number,
): Promise<void> {
  const isExif = exifId.equals(await blob.read(start, exifId.length));
  await wipeBytes(blob, start, end);
  const exif = isExif ? exifWithOrientation(end - start - exifId.length, orientation) : null;
  if (exif === null) return;
  await blob.overwrite(start, exifId);
  await blob.overwrite(start + exifId.length, exif);
}

/** In picture data FF is followed by 00 or a restart, so that a segment's head cannot occur in it. */
async function wipeLaterPictures(blob: StagedBlob, from: number): Promise<void> {
  const windowBytes = 256 * 1024;
  const overlap = 64;
  for (let at = from; at < blob.sizeBytes; at += windowBytes - overlap) {
    const window = Buffer.from(await blob.read(at, windowBytes));
    for (const id of ["Exif\0\0", "http://ns.adobe.com/"]) {
      for (let found = window.indexOf(id); found !== -1; found = window.indexOf(id, found + 1)) {
        if (found < 4 || window.readUInt16BE(found - 4) !== 0xffe1) continue;
        const end = at + found - 2 + window.readUInt16BE(found - 2);
        await wipeBytes(blob, at + found, Math.min(end, blob.sizeBytes));
      }
    }
  }
}
