import { type IsoBox, readBoxes } from "../formats/iso-boxes.ts";
import { readItems } from "../formats/iso-items.ts";
import type { MediaFile } from "../formats/media-file.ts";

/**
 * Wipes metadata from an ISO base media file (HEIF, AVIF, MP4, QuickTime), in place, within `start` to `end`:
 * EXIF and XMP items, user data and metadata boxes. The rotation is stored elsewhere and stays. Tracks that
 * record locations in a film stay too.
 */
export async function wipeIsoMedia(file: MediaFile, start: number, end: number): Promise<void> {
  for await (const box of readBoxes(file, start, end)) {
    if (box.type === "meta") await wipeItems(file, box, start);
    if (box.type === "uuid") blank(file, box);
    if (box.type === "moov") await wipeFilm(file, box);
  }
}

/** Wipes the boxes of a film and its tracks. Tracks have the same boxes as the film, but no tracks. */
async function wipeFilm(file: MediaFile, film: IsoBox): Promise<void> {
  for await (const box of readBoxes(file, film.start, film.end)) {
    if (box.type === "udta" || box.type === "meta") blank(file, box);
    if (box.type === "trak" && film.type !== "trak") await wipeFilm(file, box);
  }
}

/** Turns a box into a `free` box, which every reader skips. */
function blank(file: MediaFile, box: IsoBox): void {
  file.patch(box.typeAt, Buffer.from("free", "latin1"));
  file.wipe(box.start, box.end);
}

/** Wipes the EXIF items and the XMP items. XMP is the only text that occurs. */
async function wipeItems(file: MediaFile, meta: IsoBox, fileStart: number): Promise<void> {
  for (const { start, end } of await readItems(file, meta, fileStart, ["Exif", "mime"])) {
    file.wipe(start, end);
  }
}
