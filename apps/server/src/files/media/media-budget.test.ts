import { AppFailure } from "@tidemark/core";
import type { StagedBlob } from "@tidemark/core/attachment";
import { describe, expect, test } from "vitest";
import { stagedBytes } from "../../../tests/staged-bytes.ts";
import { openMedia } from "../formats/media-file.ts";
import { inspectMedia } from "./inspect-media.ts";
import { findMotionPhoto } from "./motion-photo.ts";
import { readExif } from "./photo-metadata.ts";

const megabyte = 1024 * 1024;
const place = "Harbour";

/** Returns staged content that counts the bytes read from it and written to it. */
function counted(content: Uint8Array) {
  const blob = stagedBytes(content);
  const count = { reads: 0, bytesRead: 0, writes: 0, bytesWritten: 0 };
  const counting: StagedBlob = {
    ...blob,
    read(start, length) {
      count.reads += 1;
      count.bytesRead += length;
      return blob.read(start, length);
    },
    overwrite(start, written) {
      count.writes += 1;
      count.bytesWritten += written.length;
      return blob.overwrite(start, written);
    },
  };
  return { blob: counting, bytes: blob.bytes, count };
}

/** Inspects content and expects the work to be a small multiple of its size. */
async function inspect(content: Uint8Array, keepsMetadata: boolean) {
  const { blob, bytes, count } = counted(content);
  let outcome;
  try {
    outcome = await inspectMedia(blob, { filename: "x", type: "image/x-any", keepsMetadata });
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    outcome = error.error.code;
  }
  expect(count.bytesRead).toBeLessThanOrEqual(5 * content.length + megabyte);
  expect(count.reads).toBeLessThanOrEqual(content.length / 2000 + 64);
  expect(count.bytesWritten).toBeLessThanOrEqual(2 * content.length + 64 * 1024);
  return { outcome, bytes, count };
}

const repeated = (bytes: Uint8Array, length: number): Buffer => Buffer.alloc(length, bytes);

function box(type: string, ...parts: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

const ftyp = box("ftyp", "heic\0\0\0\0mif1heic");

/** Returns a HEIF file whose only item is EXIF, located by this table of extents. */
function heif(iloc: Buffer, rest: Buffer): Buffer {
  const info = box("infe", Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), "Exif", "name\0");
  const iinf = box("iinf", Buffer.from([0, 0, 0, 0, 0, 1]), info);
  return Buffer.concat([ftyp, box("meta", Buffer.alloc(4), iinf, iloc), box("mdat", rest)]);
}

/** Returns a table of extents with one length, at each of these offsets. */
function extentsAt(starts: readonly number[], length: number): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 0]);
  head.writeUInt16BE(starts.length, 12);
  const extents = starts.map((start) => {
    const extent = Buffer.alloc(8);
    extent.writeUInt32BE(start);
    extent.writeUInt32BE(length, 4);
    return extent;
  });
  return box("iloc", head, ...extents);
}

interface Tag {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

function directory(tags: readonly Tag[], next = 0): Buffer {
  const bytes = Buffer.alloc(2 + tags.length * 12 + 4);
  bytes.writeUInt16LE(tags.length, 0);
  for (const [index, { tag, type, count, value }] of tags.entries()) {
    bytes.writeUInt16LE(tag, 2 + index * 12);
    bytes.writeUInt16LE(type, 4 + index * 12);
    bytes.writeUInt32LE(count, 6 + index * 12);
    bytes.writeUInt32LE(value, 10 + index * 12);
  }
  bytes.writeUInt32LE(next, 2 + tags.length * 12);
  return bytes;
}

const tiffHead = Buffer.from("II*\0\x08\0\0\0", "latin1");

/** Returns a TIFF with this many pages, each with a description. */
function pagedTiff(pages: number): Buffer {
  const parts: Buffer[] = [tiffHead];
  let at = 8;
  for (let page = 1; page <= pages; page += 1) {
    const textAt = at + 18;
    const next = page === pages ? 0 : textAt + 8;
    const value = { tag: 0x010e, type: 2, count: 8, value: textAt };
    parts.push(directory([value], next), Buffer.from(`${place}\0`));
    at = textAt + 8;
  }
  return Buffer.concat(parts);
}

/** Returns a TIFF with a directory at each byte, each of maximum length and linked to the next. */
function overlappingTiff(): Buffer {
  const bytes = Buffer.alloc(megabyte, 0xff);
  tiffHead.copy(bytes);
  const list = directory([{ tag: 0x014a, type: 4, count: 10_000, value: 1000 }]);
  list.copy(bytes, 8);
  for (let index = 0; index < 10_000; index += 1) {
    bytes.writeUInt32LE(50_000 + index * 2, 1000 + index * 4);
  }
  return bytes;
}

const jpegScan = Buffer.from([0xff, 0xd8, 0xff, 0xda]);
const jpegExif = Buffer.from("\xff\xe1\xff\xffExif\0\0", "latin1");

describe("work on a crafted file is a small multiple of its size", () => {
  test("a JPEG of fill bytes", async () => {
    const content = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      repeated(Buffer.from([0xff]), 400_000),
    ]);
    expect((await inspect(content, false)).outcome).toMatchObject({ metadata: null });
  });

  test.each([
    ["behind the picture", jpegScan],
    ["before the picture", Buffer.from([0xff, 0xd8])],
  ])("a JPEG of EXIF segments that overlap %s is wiped", async (_, start) => {
    const content = Buffer.concat([start, repeated(jpegExif, 400_000)]);
    const { outcome, bytes, count } = await inspect(content, false);
    expect(outcome).toMatchObject({ metadata: null });
    expect(bytes.includes("Exif", 20)).toBe(false);
    expect(count.bytesWritten).toBeLessThan(content.length + 1000);
  });

  test.each([
    ["are each the whole file", () => 0],
    ["overlap, the last first", (index: number) => 20_000 - index],
  ])("a HEIF file with extents that %s is wiped", async (_, startOf) => {
    const starts = Array.from({ length: 20_000 }, (_unused, index) => startOf(index));
    const content = heif(extentsAt(starts, megabyte), Buffer.from(place.repeat(50_000)));
    const { outcome, bytes, count } = await inspect(content, false);
    expect(outcome).toMatchObject({ metadata: null });
    expect(bytes.includes(place)).toBe(false);
    expect(count.bytesWritten).toBeLessThanOrEqual(content.length);
  });

  test("a film with many boxes is wiped to the end", async () => {
    const fragments = repeated(box("mdat", "f".repeat(392)), 400 * 10_000);
    const content = Buffer.concat([ftyp, fragments, box("moov", box("udta", place))]);
    const { bytes } = await inspect(content, false);
    expect(bytes.includes(place)).toBe(false);
  });

  test("a TIFF with many pages is wiped to the end", async () => {
    const { bytes } = await inspect(pagedTiff(500), false);
    expect(bytes.includes(place)).toBe(false);
  });

  test.each([
    [
      "a PNG of empty chunks",
      Buffer.concat([
        Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
        repeated(Buffer.from("\0\0\0\0abCdcrc!", "latin1"), megabyte),
      ]),
    ],
    [
      "a PNG of empty texts",
      Buffer.concat([
        Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
        repeated(Buffer.from("\0\0\0\0tEXtcrc!", "latin1"), megabyte),
      ]),
    ],
    [
      "a WebP of empty chunks",
      Buffer.concat([
        Buffer.from("RIFF\0\0\x10\0WEBP", "latin1"),
        repeated(Buffer.from("EXIF\0\0\0\0", "latin1"), megabyte),
      ]),
    ],
    [
      "a JPEG of empty segments",
      Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        repeated(Buffer.from([0xff, 0xe1, 0, 2]), megabyte),
      ]),
    ],
    ["a film of empty boxes", Buffer.concat([ftyp, repeated(box("uuid"), megabyte)])],
    [
      "a film of empty tracks",
      Buffer.concat([ftyp, box("moov", ...Array.from({ length: 90_000 }, () => box("trak")))]),
    ],
    [
      "a HEIF file with extents that take no bytes",
      heif(
        box(
          "iloc",
          Buffer.alloc(6),
          Buffer.from([0xff, 0xff]),
          repeated(Buffer.from([0, 1, 0, 0, 0xff, 0xff]), 390_000),
        ),
        Buffer.from(place),
      ),
    ],
    ["a TIFF of directories that overlap", overlappingTiff()],
  ])("%s is refused, or stored unchanged if metadata is kept", async (_, content) => {
    const { outcome, count, bytes } = await inspect(content, false);
    expect(outcome).toBe("INVALID_ARGUMENT");
    expect([count.writes, Buffer.compare(bytes, content)]).toEqual([0, 0]);
    expect((await inspect(content, true)).outcome).toMatchObject({ type: "image/x-any" });
  });

  test.each([
    ["of a picture", 0x010f, 2],
    ["of a picture, in numbers", 0x829d, 3],
    ["that nobody asked for", 0x9999, 3],
  ])("EXIF with tags %s that each claim most of the file", async (_, tag, type) => {
    const tags = Array.from({ length: 1500 }, (_unused, index) => ({
      tag: tag === 0x9999 ? tag + index : tag,
      type,
      count: 500_000,
      value: 20_000,
    }));
    const content = Buffer.alloc(megabyte, "A");
    Buffer.concat([tiffHead, directory(tags)]).copy(content);
    const { blob, count } = counted(content);
    const exif = await readExif(openMedia(blob), content.subarray(0, 64));
    expect(exif?.photo).toEqual(type === 3 && tag === 0x829d ? { fNumber: 0x4141 } : {});
    expect(count.bytesRead).toBeLessThan(100_000);
  });

  // Each of these took minutes.
  test("XMP with unclosed items", async () => {
    for (const part of ["<Container:Item ", "<Container:Item<", "<Container:Item\n\n"]) {
      const xmp = Buffer.concat([
        Buffer.from('Camera:MotionPhoto="1"'),
        repeated(Buffer.from(part), megabyte),
      ]);
      expect(await findMotionPhoto(openMedia(stagedBytes(xmp)), xmp)).toBeNull();
    }
  });
});
