import type { PhotoMetadata } from "@tidemark/core/model";
import { z } from "zod";
import { findExif } from "../formats/find-exif.ts";
import type { MediaFile } from "../formats/media-file.ts";
import { openTiff, type Tiff, type TiffEntry } from "../formats/tiff-directories.ts";

/** Names of the tags to read, in the first directory and in the EXIF directory (EXIF 3, 4.6). */
const pictureTags: ReadonlyMap<number, string> = new Map([
  [0x010f, "Make"],
  [0x0110, "Model"],
  [0x0112, "Orientation"],
  [0x829a, "ExposureTime"],
  [0x829d, "FNumber"],
  [0x8769, "exifDirectory"],
  [0x8825, "placeDirectory"],
  [0x8827, "ISO"],
  [0x9003, "DateTimeOriginal"],
  [0x9010, "OffsetTime"],
  [0x9011, "OffsetTimeOriginal"],
  [0x920a, "FocalLength"],
  [0xa002, "ExifImageWidth"],
  [0xa003, "ExifImageHeight"],
  [0xa434, "LensModel"],
]);
const placeTags: ReadonlyMap<number, string> = new Map([
  [1, "latitudeRef"],
  [2, "latitude"],
  [3, "longitudeRef"],
  [4, "longitude"],
  [5, "GPSAltitudeRef"],
  [6, "GPSAltitude"],
]);
const ascii = 2;
/** Maximum size of a text in bytes. A text has at most 256 characters before its first U+0000. */
const maxTextBytes = 1024;
/** Degrees, minutes, seconds. */
const maxNumbers = 3;

// Files may be wrong: a field with an unexpected type is ignored, not an error.
const text = z
  .string()
  // EXIF text ends at its first U+0000; the rest is ignored.
  .transform((written) => written.replace(/\0[^]*$/, ""))
  .pipe(z.string().trim().min(1).max(256))
  .optional()
  .catch(undefined);
/** Validates the first value only: some writers repeat a single value. */
const first = (value: z.ZodType<number>) =>
  z
    .array(z.unknown())
    .transform((values) => values[0])
    .pipe(value)
    .optional()
    .catch(undefined);
const positive = first(z.number().positive());
const exifFields = z.object({
  DateTimeOriginal: text,
  OffsetTimeOriginal: text,
  OffsetTime: text,
  latitude: first(z.number().min(-90).max(90)),
  longitude: first(z.number().min(-180).max(180)),
  GPSAltitude: first(z.number()),
  GPSAltitudeRef: first(z.number()),
  Orientation: first(z.int().min(1).max(8)),
  Make: text,
  Model: text,
  LensModel: text,
  FNumber: positive,
  ExposureTime: positive,
  FocalLength: positive,
  ISO: first(z.number()),
  ExifImageWidth: positive,
  ExifImageHeight: positive,
});

export interface ReadExif {
  readonly photo: PhotoMetadata;
  /** 1 to 8; 1 by default. */
  readonly orientation: number;
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Returns the EXIF data of a picture; null if there is none or it can't be read. */
export async function readExif(file: MediaFile, head: Uint8Array): Promise<ReadExif | null> {
  const range = await findExif(file, head);
  const tiff = range === null ? null : await openTiff(file, range.start, range.end);
  if (tiff === null) return null;
  const exif = exifFields.parse(await readFields(tiff, file));
  const { ExifImageWidth: width, ExifImageHeight: height } = exif;
  return {
    photo: photoOf(exif),
    orientation: exif.Orientation ?? 1,
    size: width === undefined || height === undefined ? null : { width, height },
  };
}

type Fields = Record<string, string | number[]>;

async function readFields(tiff: Tiff, file: MediaFile): Promise<Fields> {
  /** Reads each tag once and a limited number of values, whatever the file claims. */
  const read = async (at: unknown, tags: ReadonlyMap<number, string>): Promise<Fields> => {
    const fields: Fields = {};
    if (typeof at !== "number" || at < 8) return fields;
    for (const entry of (await tiff.readDirectory(at)).entries) {
      const name = tags.get(entry.tag);
      if (name !== undefined) fields[name] ??= await valueOf(tiff, file, entry);
    }
    return fields;
  };
  const picture = await read(tiff.first, pictureTags);
  const camera = await read(picture["exifDirectory"]?.[0], pictureTags);
  const place = await read(picture["placeDirectory"]?.[0], placeTags);
  return {
    ...picture,
    ...camera,
    ...place,
    latitude: degrees(place["latitude"], place["latitudeRef"]),
    longitude: degrees(place["longitude"], place["longitudeRef"]),
  };
}

async function valueOf(tiff: Tiff, file: MediaFile, entry: TiffEntry): Promise<string | number[]> {
  const { type, start, end } = entry;
  if (type !== ascii) return tiff.readNumbers(entry, maxNumbers);
  return (await file.read(start, Math.min(end - start, maxTextBytes))).toString("utf8");
}

/** Converts degrees, minutes and seconds to one number; south and west are negative. */
function degrees(parts: Fields[string] | undefined, ref: Fields[string] | undefined): number[] {
  if (!Array.isArray(parts)) return [];
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts;
  const value = whole + minutes / 60 + seconds / 3600;
  return [typeof ref === "string" && /^[SW]/.test(ref) ? -value : value];
}

function photoOf(exif: z.infer<typeof exifFields>): PhotoMetadata {
  const localDateTime = localTime(exif.DateTimeOriginal);
  const utcOffset = exif.OffsetTimeOriginal ?? exif.OffsetTime;
  const { latitude, longitude, GPSAltitude: altitude } = exif;
  const altitudeMeters =
    altitude === undefined ? undefined : exif.GPSAltitudeRef === 1 ? -altitude : altitude;
  return withoutUndefined({
    captureTime:
      localDateTime === null ? undefined : withoutUndefined({ localDateTime, utcOffset }),
    location:
      latitude === undefined || longitude === undefined
        ? undefined
        : withoutUndefined({ latitude, longitude, altitudeMeters }),
    sourceExifOrientation: exif.Orientation,
    cameraMake: exif.Make,
    cameraModel: exif.Model,
    lensModel: exif.LensModel,
    fNumber: exif.FNumber,
    exposureTimeSeconds: exif.ExposureTime,
    focalLengthMm: exif.FocalLength,
    iso: exif.ISO,
  });
}

/** Converts `2024:05:06 07:08:09` to `2024-05-06T07:08:09`; null for other formats. */
function localTime(exif: string | undefined): string | null {
  const match = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(exif ?? "");
  return match === null ? null : `${match[1]}-${match[2]}-${match[3]}T${match[4]}`;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> } & {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Defined<T>;
}
