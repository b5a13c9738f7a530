import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { stagedBytes } from "../../../tests/staged-bytes.ts";
import { inspectMedia } from "../media/inspect-media.ts";
import { readBoxes } from "../formats/iso-boxes.ts";
import { openMedia } from "../formats/media-file.ts";

const orientation = 6;
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Harbour</place></x:xmpmeta>';

function picture() {
  return sharp({ create: { width: 24, height: 16, channels: 3, background: "#208040" } })
    .withExif({
      IFD0: { Make: "Acme" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "52/1 30/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "13/1 15/1 0/1",
      },
    })
    .withXmp(xmp)
    .withIccProfile("p3")
    .withMetadata({ orientation });
}

async function wiped(content: Uint8Array, filename = "x", keepsMetadata = false) {
  const blob = stagedBytes(content);
  const found = await inspectMedia(blob, { filename, type: "", keepsMetadata });
  return { ...found, bytes: blob.bytes };
}

/**
 * Returns a little-endian TIFF with an additional first directory at the end: make, owner, orientation and
 * location.
 */
function addTiffTags(tiff: Buffer, isRaw: boolean): Buffer {
  const from = tiff.readUInt32LE(4);
  const before = Array.from({ length: tiff.readUInt16LE(from) }, (_, index) =>
    tiff.subarray(from + 2 + index * 12, from + 14 + index * 12),
  ).filter((each) => each.readUInt16LE(0) !== 0x0112);
  const parts: Buffer[] = [tiff, Buffer.alloc(tiff.length % 2)];
  let at = tiff.length + (tiff.length % 2);
  // TIFF requires even offsets.
  const put = (bytes: Buffer): number => {
    const start = at;
    parts.push(bytes, Buffer.alloc(bytes.length % 2));
    at += bytes.length + (bytes.length % 2);
    return start;
  };
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const directory = (entries: Buffer[]): Buffer => {
    const count = Buffer.from([entries.length, 0]);
    const sorted = entries.toSorted((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
    return Buffer.concat([count, ...sorted, Buffer.alloc(4)]);
  };
  const text = (tag: number, value: string) =>
    entry(tag, 2, value.length + 1, put(Buffer.from(`${value}\0`)));
  const degrees = (tag: number, ...values: number[]) => {
    const bytes = Buffer.alloc(24);
    values.forEach((value, index) => {
      bytes.writeUInt32LE(value, index * 8);
      bytes.writeUInt32LE(1, index * 8 + 4);
    });
    return entry(tag, 5, 3, put(bytes));
  };
  const letter = (tag: number, value: string) => entry(tag, 2, 2, value.charCodeAt(0));
  const place = put(
    directory([letter(1, "N"), degrees(2, 52, 30, 0), letter(3, "E"), degrees(4, 13, 15, 0)]),
  );
  const camera = put(directory([text(0xa430, "Ann Owner")]));
  const whole = put(
    directory([
      ...before,
      text(0x010f, "Acme"),
      entry(0x0112, 3, 1, 6),
      entry(0x8769, 4, 1, camera),
      entry(0x8825, 4, 1, place),
      ...(isRaw ? [entry(0xc612, 1, 4, 0x00000401)] : []),
    ]),
  );
  const bytes = Buffer.concat(parts);
  bytes.writeUInt32LE(whole, 4);
  return bytes;
}

function loopedTiff(): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write("II*\0", "latin1");
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(1, 8);
  bytes.writeUInt32LE(8, 22);
  return bytes;
}

const pixels = (content: Uint8Array) => sharp(content).raw().toBuffer();

describe("wiping metadata", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "a %s loses location, make and XMP, and keeps its pixels, colours, orientation and length",
    async (format) => {
      const content = await picture().toFormat(format).toBuffer();
      expect(content.includes("Acme")).toBe(true);
      expect((await sharp(content).metadata()).xmp?.includes("Harbour")).toBe(true);
      const { bytes, metadata, type } = await wiped(content);
      expect([type, metadata]).toEqual([`image/${format}`, null]);
      expect(bytes).toHaveLength(content.length);
      for (const word of ["Acme", "Harbour", "adobe"]) expect(bytes.includes(word)).toBe(false);
      const after = await sharp(bytes).metadata();
      expect(after).toMatchObject({ orientation, width: 24, height: 16, hasProfile: true });
      expect(after.xmp).toBeUndefined();
      expect(Buffer.compare(await pixels(bytes), await pixels(content))).toBe(0);
      const left = await wiped(bytes, "x", true);
      expect(left.metadata?.photo).toEqual({ sourceExifOrientation: orientation });
    },
  );

  test.each(["jpeg", "png", "webp"] as const)(
    "a %s with the default orientation loses all EXIF",
    async (format) => {
      const content = await picture().withMetadata({ orientation: 1 }).toFormat(format).toBuffer();
      const { bytes } = await wiped(content);
      const after = await sharp(bytes).metadata();
      expect([after.orientation ?? 1, after.width]).toEqual([1, 24]);
      expect(bytes.includes("Acme")).toBe(false);
      expect(Buffer.compare(await pixels(bytes), await pixels(content))).toBe(0);
    },
  );

  test("leaves the file unchanged if metadata is kept", async () => {
    const content = await picture().jpeg().toBuffer();
    const { bytes, metadata } = await wiped(content, "x", true);
    expect(Buffer.compare(bytes, content)).toBe(0);
    expect(metadata).toMatchObject({
      width: 16,
      height: 24,
      photo: { cameraMake: "Acme", location: { latitude: 52.5, longitude: 13.25 } },
    });
  });

  test("E1b · EXIF text ends at its first U+0000", async () => {
    const content = await picture().jpeg().toBuffer();
    content.write("Ac\0e", content.indexOf("Acme"), "latin1");
    const { metadata } = await wiped(content, "x", true);
    expect(metadata?.photo?.cameraMake).toBe("Ac");
  });

  test("a picture that a phone appended to the first loses its EXIF too", async () => {
    const first = await picture().jpeg().toBuffer();
    const { bytes } = await wiped(Buffer.concat([first, first]));
    expect(bytes.includes("Acme")).toBe(false);
    expect(bytes.includes("Harbour")).toBe(false);
  });

  test("wipes comments and IPTC", async () => {
    const content = await picture().jpeg().toBuffer();
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
    const more = [
      segment(0xfe, "a comment by Harbour"),
      segment(0xed, "Photoshop 3.0\0 Harbour"),
      segment(0xe5, "Maker's own Harbour"),
    ];
    const { bytes } = await wiped(
      Buffer.concat([content.subarray(0, 2), ...more, content.subarray(2)]),
    );
    expect(bytes.includes("Harbour")).toBe(false);
    expect(Buffer.compare(await pixels(bytes), await pixels(content))).toBe(0);
  });

  test.each([
    ["TIFF", false],
    ["raw file", true],
  ])(
    "a %s loses its location, names and XMP, and keeps its pixels and orientation",
    async (_what, isRaw) => {
      const plain = await sharp({
        create: { width: 24, height: 16, channels: 3, background: "#208040" },
      })
        .withXmp(xmp)
        .tiff({ compression: "none" })
        .toBuffer();
      const content = addTiffTags(plain, isRaw);
      expect((await wiped(content, "x", true)).metadata?.photo).toMatchObject({
        cameraMake: "Acme",
        location: { latitude: 52.5, longitude: 13.25 },
      });
      const { bytes } = await wiped(content);
      expect(bytes).toHaveLength(content.length);
      for (const word of ["Harbour", "Ann Owner"]) expect(bytes.includes(word)).toBe(false);
      const left = (await wiped(bytes, "x", true)).metadata?.photo;
      expect(left).toEqual({ sourceExifOrientation: 6, ...(isRaw && { cameraMake: "Acme" }) });
      // sharp is blocked from reading TIFF here; the only strip begins after the head.
      const strip = 24 * 16 * 3;
      expect(Buffer.compare(bytes.subarray(8, 8 + strip), plain.subarray(8, 8 + strip))).toBe(0);
    },
  );

  test("a film loses its user data and metadata, and every other box keeps its offset", async () => {
    const film = mp4();
    expect(film.includes("+52.5+013.2/")).toBe(true);
    const { bytes } = await wiped(film, "a.mp4");
    expect(bytes).toHaveLength(film.length);
    expect(bytes.includes("+52.5+013.2/")).toBe(false);
    const types = async (content: Uint8Array) => {
      const file = openMedia(stagedBytes(content));
      const top = await Array.fromAsync(readBoxes(file, 0, file.sizeBytes));
      const moov = top.find((each) => each.type === "moov");
      const inner =
        moov === undefined ? [] : await Array.fromAsync(readBoxes(file, moov.start, moov.end));
      return [...top, ...inner].map((each) => each.type);
    };
    expect(await types(film)).toEqual([
      "ftyp",
      "moov",
      "uuid",
      "mdat",
      "mvhd",
      "trak",
      "udta",
      "meta",
    ]);
    expect(await types(bytes)).toEqual([
      "ftyp",
      "moov",
      "free",
      "mdat",
      "mvhd",
      "trak",
      "free",
      "free",
    ]);
  });

  test("a HEIF file loses only its EXIF and XMP items", async () => {
    const exif = "\0\0\0\0Exif Harbour";
    const content = heif({ Exif: exif, mime: "<x>Harbour</x>", hvc1: "picture data" });
    const { bytes } = await wiped(content, "a.heic");
    expect(bytes.includes("Harbour")).toBe(false);
    const expected = Buffer.from(content);
    for (const text of [exif, "<x>Harbour</x>"]) {
      const at = content.indexOf(text);
      expected.fill(0, at, at + text.length);
    }
    expect(Buffer.compare(bytes, expected)).toBe(0);
  });

  test.each([
    ["a JPEG cut within a segment", Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0x45])],
    ["a JPEG of nothing", Buffer.from([0xff, 0xd8, 0xff])],
    ["a JPEG whose segment claims no length", Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 1, 2])],
    [
      "a PNG whose chunk is longer than the file",
      Buffer.from("\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXt", "latin1"),
    ],
    ["a WebP that ends at once", Buffer.from("RIFF\x04\0\0\0WEBPEXIF\xff\xff\xff\x7fx", "latin1")],
    [
      "a box larger than its file",
      Buffer.from("\0\0\0\x10ftypisom\0\0\0\0\x7f\xff\xff\xffmoov", "latin1"),
    ],
    ["a TIFF whose directory is beyond it", Buffer.from("II*\0\xff\xff\0\0tiff tiff", "latin1")],
    ["a TIFF whose directory follows itself", loopedTiff()],
    ["a box without an end", Buffer.from("\0\0\0\0ftypmeta", "latin1")],
  ])("%s is stored unchanged, without an error", async (_, content) => {
    const { bytes } = await wiped(content, "x.jpg");
    expect(bytes).toHaveLength(content.length);
  });
});

describe("metadata of a film", () => {
  test("has its duration and displayed size", async () => {
    const { metadata, type } = await wiped(mp4(), "a.mp4", true);
    expect(type).toBe("video/mp4");
    expect(metadata).toEqual({ width: 1080, height: 1920, video: { durationSeconds: 2.5 } });
  });

  test("is null if the file isn't a film", async () => {
    const { metadata } = await wiped(Buffer.from("not a film"), "a.mp4", true);
    expect(metadata).toBeNull();
  });
});

function box(type: string, ...parts: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

/** Returns a portrait film of 2.5 seconds with a location. */
function mp4(): Buffer {
  const mvhd = Buffer.alloc(100);
  mvhd.writeUInt32BE(600, 12);
  mvhd.writeUInt32BE(1500, 16);
  const tkhd = Buffer.alloc(84);
  // A quarter turn: the matrix is 0 1 0, -1 0 0.
  tkhd.writeInt32BE(0x10000, 44);
  tkhd.writeInt32BE(-0x10000, 52);
  tkhd.writeUInt32BE(1920 * 65_536, 76);
  tkhd.writeUInt32BE(1080 * 65_536, 80);
  const place = box("\u00a9xyz", "+52.5+013.2/");
  return Buffer.concat([
    box("ftyp", "isom\0\0\0\0"),
    box(
      "moov",
      box("mvhd", mvhd),
      box("trak", box("tkhd", tkhd)),
      box("udta", place),
      box("meta", "+52.5+013.2/"),
    ),
    box("uuid", "0123456789abcdef+52.5+013.2/"),
    box("mdat", "frames"),
  ]);
}

/** Returns a HEIF file whose items, by type, have these contents in `mdat`. */
function heif(items: Record<string, string>): Buffer {
  const entries = Object.entries(items);
  const infos = entries.map(([type], index) => {
    const info = Buffer.from([2, 0, 0, 0, 0, index + 1, 0, 0]);
    return box("infe", info, type, "name\0");
  });
  const iinf = box("iinf", Buffer.from([0, 0, 0, 0, 0, entries.length]), ...infos);
  const ilocOf = (offsets: number[]): Buffer => {
    const rows = entries.map(([, content], index) => {
      const row = Buffer.alloc(14);
      row.writeUInt16BE(index + 1, 0);
      row.writeUInt16BE(1, 4);
      row.writeUInt32BE(offsets[index] ?? 0, 6);
      row.writeUInt32BE(Buffer.byteLength(content), 10);
      return row;
    });
    return box("iloc", Buffer.from([0, 0, 0, 0, 0x44, 0, 0, entries.length]), ...rows);
  };
  const head = (offsets: number[]): Buffer =>
    Buffer.concat([
      box("ftyp", "heic\0\0\0\0mif1heic"),
      box("meta", Buffer.alloc(4), iinf, ilocOf(offsets)),
    ]);
  let at = head([]).length + 8;
  const offsets = entries.map(([, content]) => {
    const offset = at;
    at += Buffer.byteLength(content);
    return offset;
  });
  return Buffer.concat([head(offsets), box("mdat", ...entries.map(([, content]) => content))]);
}
