import type { StagedBlob } from "@tidemark/core/attachment";
import { type IsoBox, readBoxes, viewOf } from "../formats/iso-boxes.ts";
import { wipeBytes } from "./wipe-bytes.ts";

/** Most bytes of item tables that are read; real ones are a few kilobytes. */
const maxTableBytes = 1024 * 1024;

/**
 * Wipes what was written about a picture or film from an ISO base media file (HEIF, AVIF, MP4,
 * QuickTime), in place, within `start` to `end`: EXIF and XMP items, user data and metadata boxes.
 * How it is turned is not kept there, and stays. Tracks that record places along a film stay too.
 */
export async function wipeIsoMedia(blob: StagedBlob, start: number, end: number): Promise<void> {
  for (const box of await readBoxes(blob, start, end)) {
    if (box.type === "meta") await wipeItems(blob, box, start);
    if (box.type === "uuid") await blank(blob, box);
    if (box.type === "moov") await wipeFilm(blob, box);
  }
}

async function wipeFilm(blob: StagedBlob, film: IsoBox): Promise<void> {
  for (const box of await readBoxes(blob, film.start, film.end)) {
    if (box.type === "udta" || box.type === "meta") await blank(blob, box);
    if (box.type === "trak") await wipeFilm(blob, box);
  }
}

/** `free` boxes are passed over by every reader. */
async function blank(blob: StagedBlob, box: IsoBox): Promise<void> {
  await blob.overwrite(box.typeAt, Buffer.from("free", "latin1"));
  await wipeBytes(blob, box.start, box.end);
}

async function wipeItems(blob: StagedBlob, meta: IsoBox, fileStart: number): Promise<void> {
  const boxes = await readBoxes(blob, meta.start + 4, meta.end);
  const table = async (type: string): Promise<DataView | null> => {
    const box = boxes.find((each) => each.type === type);
    if (box === undefined || box.end - box.start > maxTableBytes) return null;
    return viewOf(await blob.read(box.start, box.end - box.start));
  };
  const infos = boxes.find((each) => each.type === "iinf");
  const locations = await table("iloc");
  if (infos === undefined || locations === null) return;
  const wanted = await describingItems(blob, infos);
  const idat = boxes.find((each) => each.type === "idat");
  for (const { item, method, offset, length } of itemExtents(locations)) {
    if (!wanted.has(item) || (method === 1 && idat === undefined)) continue;
    const from = (method === 1 ? (idat?.start ?? 0) : fileStart) + offset;
    await wipeBytes(blob, from, Math.min(from + length, blob.sizeBytes));
  }
}

/** Items of EXIF, and of XMP, which is the only text there is. */
async function describingItems(blob: StagedBlob, infos: IsoBox): Promise<Set<number>> {
  const [version = 0] = await blob.read(infos.start, 1);
  const items = new Set<number>();
  for (const box of await readBoxes(blob, infos.start + (version === 0 ? 6 : 8), infos.end)) {
    const info = Buffer.from(await blob.read(box.start, 16));
    const isLong = info[0] === 3;
    if (box.type !== "infe" || info.length < (isLong ? 14 : 12)) continue;
    const type = info.toString("latin1", isLong ? 10 : 8, isLong ? 14 : 12);
    if (type === "Exif" || type === "mime") {
      items.add(isLong ? info.readUInt32BE(4) : info.readUInt16BE(4));
    }
  }
  return items;
}

interface Extent {
  readonly item: number;
  /** 0: counted from the file's start, 1: from the start of `idat`. */
  readonly method: number;
  readonly offset: number;
  readonly length: number;
}

/** Reads an `iloc` box (ISO/IEC 14496-12, 8.11.3). A table that is cut short gives what it has. */
function itemExtents(view: DataView): Extent[] {
  const extents: Extent[] = [];
  let at = 0;
  const take = (bytes: number): number => {
    let value = 0;
    for (let i = 0; i < bytes; i += 1) value = value * 256 + view.getUint8(at + i);
    at += bytes;
    return value;
  };
  try {
    const version = take(4) >>> 24;
    const [sizes, more] = [take(1), take(1)];
    const idBytes = version === 2 ? 4 : 2;
    const indexBytes = version === 0 ? 0 : more & 15;
    for (let items = take(idBytes); items > 0; items -= 1) {
      const item = take(idBytes);
      const method = version === 0 ? 0 : take(2) & 15;
      take(2);
      const base = take(more >> 4);
      for (let count = take(2); count > 0; count -= 1) {
        take(indexBytes);
        const offset = base + take(sizes >> 4);
        extents.push({ item, method, offset, length: take(sizes & 15) });
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return extents;
}
