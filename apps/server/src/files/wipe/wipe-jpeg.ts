import { exifId, type JpegSegment, readJpegSegments } from "../formats/jpeg-segments.ts";
import type { MediaFile } from "../formats/media-file.ts";
import { turnedExif } from "./turned-exif.ts";

const comment = 0xfe;
const app1 = Buffer.from([0xff, 0xe1]);

/**
 * Wipes metadata from a JPEG, in place: EXIF, XMP, IPTC, comments and vendors' segments. Colour profiles
 * stay, since the picture looks wrong without them. Pictures appended to the first one (previews, gain maps)
 * lose their EXIF and XMP too.
 */
export async function wipeJpeg(file: MediaFile, orientation: number): Promise<void> {
  let at = 2;
  for await (const segment of readJpegSegments(file)) {
    const { start, end } = segment;
    const id = await file.read(start, Math.min(12, end - start));
    if (isDistinct(segment, id)) {
      file.wipe(start, end);
      const isExif = id.subarray(0, exifId.length).equals(exifId);
      const exif = isExif ? turnedExif(end - start - exifId.length, orientation) : null;
      if (exif !== null) file.patch(start, Buffer.concat([exifId, exif]));
    }
    at = end;
  }
  await wipeLaterPictures(file, at);
}

/** True for a segment that isn't needed to render the picture. */
function isDistinct({ marker }: JpegSegment, content: Buffer): boolean {
  if (marker === comment) return true;
  if (marker < 0xe1 || marker > 0xef) return false;
  const id = content.toString("latin1");
  const isColour = id.startsWith("ICC_PROFILE\0") || id.startsWith("Adobe");
  // MPF has only the offsets of the appended pictures.
  return !isColour && !id.startsWith("MPF\0");
}

/**
 * Wipes EXIF and XMP of appended pictures. Searching is safe: in picture data FF is followed by 00 or a
 * restart marker, so the head of a segment can't occur in it.
 */
async function wipeLaterPictures(file: MediaFile, from: number): Promise<void> {
  const windowBytes = 256 * 1024;
  const overlap = 64;
  for (let at = from; at < file.sizeBytes; at += windowBytes - overlap) {
    const window = await file.read(at, windowBytes);
    for (let head = window.indexOf(app1); head !== -1; head = window.indexOf(app1, head + 1)) {
      const id = window.toString("latin1", head + 4, head + 24);
      if (!id.startsWith("Exif\0\0") && !id.startsWith("http://ns.adobe.com/")) continue;
      file.wipe(at + head + 4, at + head + 2 + window.readUInt16BE(head + 2));
    }
  }
}
