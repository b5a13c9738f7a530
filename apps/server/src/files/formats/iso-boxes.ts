import type { StagedBlob } from "@tidemark/core/attachment";

/** A box of an ISO base media file (ISO/IEC 14496-12): MP4, QuickTime, HEIF, AVIF. */
export interface IsoBox {
  /** Four characters, as Latin-1. */
  readonly type: string;
  /** Where the four characters stand in the file. */
  readonly typeAt: number;
  /** Where its content begins and ends in the file. */
  readonly start: number;
  readonly end: number;
}

type Bytes = Pick<StagedBlob, "read">;

/** More boxes at one level than any file has; a hostile one is read no further. */
const maxBoxes = 4096;

/** The boxes that follow each other from `start` to `end`. A box that does not fit ends the list. */
export async function readBoxes(blob: Bytes, start: number, end: number): Promise<IsoBox[]> {
  const boxes: IsoBox[] = [];
  let at = start;
  while (at + 8 <= end && boxes.length < maxBoxes) {
    const head = viewOf(await blob.read(at, 16));
    if (head.byteLength < 8) break;
    let size = head.getUint32(0);
    let headSize = 8;
    if (size === 1 && head.byteLength >= 16) {
      size = Number(head.getBigUint64(8));
      headSize = 16;
    } else if (size === 0) size = end - at;
    if (size < headSize || at + size > end) break;
    boxes.push({ type: typeOf(head), typeAt: at + 4, start: at + headSize, end: at + size });
    at += size;
  }
  return boxes;
}

/** The first box along a path of types, or null. */
export async function findBox(
  blob: Bytes,
  within: Pick<IsoBox, "start" | "end">,
  ...path: string[]
): Promise<IsoBox | null> {
  let box: Pick<IsoBox, "start" | "end"> = within;
  let found: IsoBox | null = null;
  for (const type of path) {
    found = (await readBoxes(blob, box.start, box.end)).find((each) => each.type === type) ?? null;
    if (found === null) return null;
    box = found;
  }
  return found;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function typeOf(head: DataView): string {
  return String.fromCharCode(...[4, 5, 6, 7].map((at) => head.getUint8(at)));
}
