import type { MediaFile } from "../formats/media-file.ts";
import { openTiff, type TiffEntry } from "../formats/tiff-directories.ts";

/** Tags with personal data in any directory (TIFF 6, EXIF 3, XMP part 3). */
const personalTags: ReadonlySet<number> = new Set([
  0x010d, // DocumentName
  0x010e, // ImageDescription
  0x013b, // Artist
  0x013c, // HostComputer
  0x02bc, // XMP
  0x83bb, // IPTC
  0x8649, // Photoshop
  0x8825, // GPS directory
  0x9286, // UserComment
  0xa420, // ImageUniqueID
  0xa430, // CameraOwnerName
  0xa431, // BodySerialNumber
  0xa435, // LensSerialNumber
  0xc62f, // CameraSerialNumber
]);
/** Tags that are needed to develop a raw file, but not in a finished picture. */
const cameraTags: ReadonlySet<number> = new Set([
  0x010f, // Make
  0x0110, // Model
  0x0131, // Software
  0x0132, // DateTime
  0x8769, // EXIF directory
]);
const subPictures = 0x014a;
const directoryTags: ReadonlySet<number> = new Set([subPictures, 0x8769, 0x8825]);
const dngVersion = 0xc612;

/**
 * Wipes personal data from a TIFF, in place: removes the entries from their directories and zeroes their
 * values. A raw file keeps the data needed to develop it: make, model, exposure and the maker's notes. The
 * orientation and colour profiles stay.
 */
export async function wipeTiff(file: MediaFile): Promise<void> {
  const head = await file.read(0, 16);
  const tiff = await openTiff(file, 0, file.sizeBytes);
  if (tiff === null || head.length < 16) return;
  const { isLittle, first } = tiff;
  const isRaw =
    !/^(?:II\*\0|MM\0\*)/.test(head.toString("latin1", 0, 4)) ||
    head.toString("latin1", 8, 10) === "CR" ||
    (await tiff.readDirectory(first)).entries.some(({ tag }) => tag === dngVersion);

  /** Writes the remaining entries without gaps, so the directory stays valid. */
  function keepEntries(
    at: number,
    all: readonly TiffEntry[],
    kept: readonly TiffEntry[],
    next: number,
  ): void {
    const bytes = Buffer.alloc(2 + all.length * 12 + 4);
    const write = (value: number, to: number, width: 2 | 4) =>
      isLittle ? bytes.writeUIntLE(value, to, width) : bytes.writeUIntBE(value, to, width);
    write(kept.length, 0, 2);
    kept.forEach((entry, index) => entry.bytes.copy(bytes, 2 + index * 12));
    write(next, 2 + kept.length * 12, 4);
    file.patch(at, bytes);
  }

  const seen = new Set<number>();
  const waiting = [{ at: first, goesWhole: false }];
  for (let turn = waiting.pop(); turn !== undefined; turn = waiting.pop()) {
    const { at, goesWhole } = turn;
    if (at < 8 || seen.has(at)) continue;
    seen.add(at);
    const { entries, next } = await tiff.readDirectory(at);
    const goes = ({ tag }: TiffEntry): boolean =>
      goesWhole || personalTags.has(tag) || (!isRaw && cameraTags.has(tag));
    waiting.push({ at: next, goesWhole });
    for (const entry of entries) {
      if (!directoryTags.has(entry.tag)) continue;
      const below = await tiff.readNumbers(entry, Number.POSITIVE_INFINITY);
      const isGone = entry.tag !== subPictures && goes(entry);
      for (const each of below) waiting.push({ at: each, goesWhole: isGone });
    }
    const gone = entries.filter(goes);
    for (const { at: entryAt, start, end } of gone) {
      // A value stored within its entry is overwritten below with the directory.
      if (start !== entryAt + 8) file.wipe(start, end);
    }
    if (gone.length > 0) {
      const kept = goesWhole ? [] : entries.filter((each) => !goes(each));
      keepEntries(at, entries, kept, next);
    }
  }
}
