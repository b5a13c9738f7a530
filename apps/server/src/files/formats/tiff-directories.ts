import type { MediaFile } from "./media-file.ts";

/** Size of one value in bytes, by the number of its type (TIFF 6). */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

export interface TiffEntry {
  /** Offset of its twelve bytes in the file. */
  readonly at: number;
  readonly tag: number;
  readonly type: number;
  readonly bytes: Buffer;
  /** Offset of its values in the file: within the entry, or elsewhere. */
  readonly start: number;
  readonly end: number;
}

export interface TiffDirectory {
  readonly entries: readonly TiffEntry[];
  /** Offset of the next directory from the start of the structure; 0 if there is none. */
  readonly next: number;
}

export interface Tiff {
  readonly isLittle: boolean;
  /** Offset of the first directory from the start of the structure. */
  readonly first: number;
  readDirectory(at: number): Promise<TiffDirectory>;
  /** Returns at most `most` numbers: `NaN` for 0/0, none for a type without numbers. */
  readNumbers(entry: TiffEntry, most: number): Promise<number[]>;
}

/** True for TIFF and for raw formats that are based on it. */
export function isTiff(head: Uint8Array): boolean {
  return /^(?:II[*UR]\0|II R|IIRO|IIRS|MM\0\*)/.test(
    Buffer.from(head.subarray(0, 4)).toString("latin1"),
  );
}

/** Opens the TIFF structure from `from` to `to`; null if none begins there. */
export async function openTiff(file: MediaFile, from: number, to: number): Promise<Tiff | null> {
  const head = await file.read(from, Math.min(8, to - from));
  const order = head.toString("latin1", 0, 2);
  if (head.length < 8 || (order !== "II" && order !== "MM")) return null;
  const isLittle = order === "II";
  const read = (bytes: Buffer, at: number, width: 2 | 4): number =>
    isLittle ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width);
  const readSigned = (bytes: Buffer, at: number): number =>
    isLittle ? bytes.readInt32LE(at) : bytes.readInt32BE(at);

  /** Reads a number of the types BYTE, SHORT, LONG, RATIONAL and SRATIONAL. */
  const numberAt = (type: number, bytes: Buffer, at: number): number | undefined => {
    if (type === 1 || type === 7) return bytes[at];
    if (type === 3) return read(bytes, at, 2);
    if (type === 4 || type === 13) return read(bytes, at, 4);
    if (type === 5) return read(bytes, at, 4) / read(bytes, at + 4, 4);
    return type === 10 ? readSigned(bytes, at) / readSigned(bytes, at + 4) : undefined;
  };

  return {
    isLittle,
    first: read(head, 4, 4),
    async readDirectory(at) {
      const count = await file.read(from + at, 2);
      const length = count.length < 2 ? 0 : read(count, 0, 2);
      file.spend(1 + length);
      const bytes = await file.read(from + at + 2, length * 12 + 4);
      if (length === 0 || bytes.length < length * 12) return { entries: [], next: 0 };
      const entries = Array.from({ length }, (_, index): TiffEntry => {
        const own = bytes.subarray(index * 12, index * 12 + 12);
        const type = read(own, 2, 2);
        const size = (valueBytes[type] ?? 1) * read(own, 4, 4);
        const entryAt = from + at + 2 + index * 12;
        const start = size <= 4 ? entryAt + 8 : from + read(own, 8, 4);
        const end = Math.max(start, Math.min(start + size, to));
        return { at: entryAt, tag: read(own, 0, 2), type, bytes: own, start, end };
      });
      return { entries, next: bytes.length < length * 12 + 4 ? 0 : read(bytes, length * 12, 4) };
    },
    async readNumbers({ type, start, end }, most) {
      const width = valueBytes[type] ?? 0;
      if (width === 0) return [];
      const count = Math.min(most, Math.floor((end - start) / width));
      file.spend(count);
      const bytes = await file.read(start, count * width);
      return Array.from({ length: Math.floor(bytes.length / width) }, (_, index) =>
        numberAt(type, bytes, index * width),
      ).filter((number) => number !== undefined);
    },
  };
}
