import { type IsoBox, readBoxes } from "../formats/iso-boxes.ts";
import { readItems } from "../formats/iso-items.ts";
import type { MediaFile } from "../formats/media-file.ts";

/**
 * Wipes what was written about a picture or film from an ISO base media file (HEIF, AVIF, MP4,
 * QuickTime), in place, within `start` to `end`: EXIF and XMP items, user data and metadata boxes.
 * How it is turned is not kept there, and stays. Tracks that record places along a film stay too.
 */
export async function wipeIsoMedia(file: MediaFile, start: number, end: number): Promise<void> {
  for await (const box of readBoxes(file, start, end)) {
    if (box.type === "meta") await wipeItems(file, box, start);
    if (box.type === "uuid") blank(file, box);
    if (box.type === "moov") await wipeFilm(file, box);
  }
}

/** Tracks hold the same boxes as the film, and no tracks. */
async function wipeFilm(file: MediaFile, film: IsoBox): Promise<void> {
  for await (const box of readBoxes(file, film.start, film.end)) {
    if (box.type === "udta" || box.type === "meta") blank(file, box);
    if (box.type === "trak" && film.type !== "trak") await wipeFilm(file, box);
  }
}

/** Every reader passes over `free` boxes. */
function blank(file: MediaFile, box: IsoBox): void {
  file.patch(box.typeAt, Buffer.from("free", "latin1"));
  file.wipe(box.start, box.end);
}

/** Wipes items of EXIF, and of XMP, which is the only text there is. */
async function wipeItems(file: MediaFile, meta: IsoBox, fileStart: number): Promise<void> {
  for (const { start, end } of await readItems(file, meta, fileStart, ["Exif", "mime"])) {
    file.wipe(start, end);
  }
}
