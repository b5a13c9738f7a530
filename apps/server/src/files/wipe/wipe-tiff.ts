import type { StagedBlob } from "@tidemark/core/attachment";
import { wipeBytes } from "./wipe-bytes.ts";

/** What says who, where, when and with what, in any directory (TIFF 6, EXIF 3, XMP part 3). */
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
/** What a raw file is developed by, and a finished picture can do without. */
const cameraTags: ReadonlySet<number> = new Set([
  0x010f, // Make
  0x0110, // Model
  0x0131, // Software
  0x0132, // DateTime
  0x8769, // EXIF directory
]);
const directoryTags: ReadonlySet<number> = new Set([0x014a, 0x8769, 0x8825]);
const dngVersion = 0xc612;

/** Bytes of one value, by its type's number. */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
/** More than any camera writes; there is an end to what a hostile file makes us read. */
const maxDirectories = 64;
const maxEntries = 512;

interface Entry {
  /** Where in the file its twelve bytes begin. */
  readonly at: number;
  readonly tag: number;
  readonly bytes: Buffer;
  /** Where its values are: within the entry, or elsewhere. */
  readonly start: number;
  readonly end: number;
}

/** True for TIFF and for raw formats that are built as one. */
export function isTiff(head: Uint8Array): boolean {
  return /^(?:II[*UR]\0|II R|IIRO|IIRS|MM\0\*)/.test(
    Buffer.from(head.subarray(0, 4)).toString("latin1"),
  );
}

/**
 * Wipes what says who, where and when from a TIFF, in place: the entries leave their directories and
 * their values become zeros. A raw file keeps what it is developed by: make, model, exposure and the
 * maker's notes. The turn and colour profiles stay.
 */
export async function wipeTiff(blob: StagedBlob): Promise<void> {
  const head = Buffer.from(await blob.read(0, 16));
  if (head.length < 16) return;
  const isLittle = head[0] === 0x49;
  const read = (bytes: Buffer, at: number, width: 2 | 4): number =>
    isLittle ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width);
  const first = read(head, 4, 4);
  const isRaw =
    read(head, 2, 2) !== 42 ||
    head.toString("latin1", 8, 10) === "CR" ||
    (await readDirectory(first)).entries.some(({ tag }) => tag === dngVersion);

  async function readDirectory(at: number): Promise<{ entries: Entry[]; next: number }> {
    const count = Buffer.from(await blob.read(at, 2));
    const length = count.length < 2 ? 0 : Math.min(read(count, 0, 2), maxEntries);
    const bytes = Buffer.from(await blob.read(at + 2, length * 12 + 4));
    if (length === 0 || bytes.length < length * 12) return { entries: [], next: 0 };
    const entries = Array.from({ length }, (_, index): Entry => {
      const own = bytes.subarray(index * 12, index * 12 + 12);
      const size = (valueBytes[read(own, 2, 2)] ?? 1) * read(own, 4, 4);
      const entryAt = at + 2 + index * 12;
      const start = size <= 4 ? entryAt + 8 : read(own, 8, 4);
      const end = Math.min(start + size, blob.sizeBytes);
      return { at: entryAt, tag: read(own, 0, 2), bytes: own, start, end };
    });
    return { entries, next: bytes.length < length * 12 + 4 ? 0 : read(bytes, length * 12, 4) };
  }

  async function directoriesOf({ start, end }: Entry): Promise<number[]> {
    const bytes = Buffer.from(await blob.read(start, Math.min(end - start, maxDirectories * 4)));
    return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => read(bytes, i * 4, 4));
  }

  /** Closes the ranks of a directory's entries, so that what is left is a sound one. */
  async function keepEntries(
    at: number,
    all: readonly Entry[],
    kept: readonly Entry[],
    next: number,
  ) {
    const bytes = Buffer.alloc(2 + all.length * 12 + 4);
    const write = (value: number, to: number, width: 2 | 4) =>
      isLittle ? bytes.writeUIntLE(value, to, width) : bytes.writeUIntBE(value, to, width);
    write(kept.length, 0, 2);
    kept.forEach((entry, index) => entry.bytes.copy(bytes, 2 + index * 12));
    write(next, 2 + kept.length * 12, 4);
    await blob.overwrite(at, bytes.subarray(0, Math.min(bytes.length, blob.sizeBytes - at)));
  }

  const seen = new Set<number>();
  // Values do not lie on top of each other, unless somebody wants us to write for hours.
  let budget = blob.sizeBytes;
  async function wipeDirectory(at: number, goesWhole: boolean): Promise<void> {
    if (at < 8 || seen.has(at) || seen.size >= maxDirectories) return;
    seen.add(at);
    const { entries, next } = await readDirectory(at);
    const goes = ({ tag }: Entry): boolean =>
      goesWhole || personalTags.has(tag) || (!isRaw && cameraTags.has(tag));
    for (const entry of entries) {
      if (!directoryTags.has(entry.tag)) continue;
      const isSubPicture = entry.tag === 0x014a;
      for (const below of await directoriesOf(entry)) {
        await wipeDirectory(below, !isSubPicture && goes(entry));
      }
    }
    const gone = entries.filter(goes);
    for (const { at: entryAt, start, end } of gone) {
      // A value within its entry goes with that; the ranks are closed below.
      if (start === entryAt + 8 || end - start > budget) continue;
      await wipeBytes(blob, start, end);
      budget -= end - start;
    }
    if (gone.length > 0) {
      await keepEntries(at, entries, goesWhole ? [] : entries.filter((each) => !goes(each)), next);
    }
    await wipeDirectory(next, goesWhole);
  }
  await wipeDirectory(first, false);
}
