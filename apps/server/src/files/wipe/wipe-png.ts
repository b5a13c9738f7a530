import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { MediaFile } from "../formats/media-file.ts";
import { readPngChunks } from "../formats/png-chunks.ts";
import { turnedExif } from "./turned-exif.ts";

const textChunks = ["tEXt", "zTXt", "iTXt"];
// Ancillary, private, safe to copy: readers skip it.
const blankType = Buffer.from("tiDe", "latin1");

/** Wipes EXIF and all text (XMP is stored as text) from a PNG, in place. Colour profiles stay. */
export async function wipePng(file: MediaFile, orientation: number): Promise<void> {
  for await (const { type, typeAt, start, end } of readPngChunks(file)) {
    if (type !== "eXIf" && !textChunks.includes(type)) continue;
    file.wipe(start, end);
    const exif = type === "eXIf" ? turnedExif(end - start, orientation) : null;
    const written = exif === null ? blankType : Buffer.concat([Buffer.from(type), exif]);
    file.patch(typeAt, written);
    file.patch(end, await checksum(written, end - typeAt - written.length));
  }
}

const zeros = new Uint8Array(1024 * 1024);

/** Returns the CRC of `bytes` followed by this many zeros. */
async function checksum(bytes: Uint8Array, zerosAfter: number): Promise<Uint8Array> {
  let crc = crc32(bytes);
  for (let left = zerosAfter; left > 0; left -= zeros.length) {
    crc = crc32(zeros.subarray(0, left), crc);
    if (left > zeros.length) await setImmediate();
  }
  const written = Buffer.alloc(4);
  written.writeUInt32BE(crc);
  return written;
}
