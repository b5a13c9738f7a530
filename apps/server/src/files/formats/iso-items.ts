import { findBox, type IsoBox, readBoxes } from "./iso-boxes.ts";
import { MediaBudgetError, type MediaFile } from "./media-file.ts";

/** Maximum size of an item table in bytes; real ones have a few kilobytes. */
const maxTableBytes = 1024 * 1024;

/** Range of a part of an item's content in the file. */
export interface ItemExtent {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the extents of items of these types in a `meta` box of a file that begins at `fileStart`. For a
 * truncated table, returns the extents that are complete.
 */
export async function readItems(
  file: MediaFile,
  meta: IsoBox,
  fileStart: number,
  types: readonly string[],
): Promise<ItemExtent[]> {
  // The box begins with version and flags.
  const content = { start: meta.start + 4, end: meta.end };
  const infos = await findBox(file, content, "iinf");
  const locations = await findBox(file, content, "iloc");
  if (infos === null || locations === null) return [];
  const wanted = await itemsOf(file, infos, types);
  if (wanted.size === 0) return [];
  if (locations.end - locations.start > maxTableBytes) throw new MediaBudgetError();
  const table = await file.read(locations.start, locations.end - locations.start);
  const idat = await findBox(file, content, "idat");
  const found: ItemExtent[] = [];
  for (const { item, method, offset, length } of extentsIn(file, table)) {
    if (!wanted.has(item) || (method === 1 && idat === null)) continue;
    const start = (method === 1 ? (idat?.start ?? 0) : fileStart) + offset;
    found.push({ start, end: Math.min(start + length, file.sizeBytes) });
  }
  return found;
}

async function itemsOf(
  file: MediaFile,
  infos: IsoBox,
  types: readonly string[],
): Promise<Set<number>> {
  const [version = 0] = await file.read(infos.start, 1);
  const items = new Set<number>();
  for await (const box of readBoxes(file, infos.start + (version === 0 ? 6 : 8), infos.end)) {
    const info = await file.read(box.start, 16);
    const isLong = info[0] === 3;
    if (box.type !== "infe" || info.length < (isLong ? 14 : 12)) continue;
    const type = info.toString("latin1", isLong ? 10 : 8, isLong ? 14 : 12);
    if (types.includes(type)) items.add(isLong ? info.readUInt32BE(4) : info.readUInt16BE(4));
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

/** Reads an `iloc` box (ISO/IEC 14496-12, 8.11.3). */
function* extentsIn(file: MediaFile, table: Buffer): Generator<Extent> {
  let at = 0;
  const take = (bytes: number): number => {
    let value = 0;
    for (let i = 0; i < bytes; i += 1) value = value * 256 + table.readUInt8(at + i);
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
        // Extents may take no bytes of the table, so its size does not bound their number.
        file.spend(1);
        take(indexBytes);
        const offset = base + take(sizes >> 4);
        yield { item, method, offset, length: take(sizes & 15) };
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
