import type { PhotoMetadata } from "@tidemark/core/model";
import type { StagedBlob } from "@tidemark/core/attachment";
import { z } from "zod";
import { isWebp, readWebpChunks } from "../formats/webp-chunks.ts";

type Bytes = Pick<StagedBlob, "read" | "sizeBytes">;

const maxExifBytes = 1024 * 1024;

// Files lie: a field of another type than it should have is left out, not an error.
const text = z
  .string()
  // A text of EXIF ends at its first U+0000, whatever stands behind it.
  .transform((written) => written.replace(/\0[^]*$/, ""))
  .pipe(z.string().trim().min(1).max(256))
  .optional()
  .catch(undefined);
const positive = z.number().positive().optional().catch(undefined);
const exifFields = z.object({
  DateTimeOriginal: text,
  OffsetTimeOriginal: text,
  OffsetTime: text,
  latitude: z.number().min(-90).max(90).optional().catch(undefined),
  longitude: z.number().min(-180).max(180).optional().catch(undefined),
  GPSAltitude: z.number().optional().catch(undefined),
  GPSAltitudeRef: z
    .union([z.number(), z.instanceof(Uint8Array).transform((bytes) => bytes[0] ?? 0)])
    .optional()
    .catch(undefined),
  Orientation: z.int().min(1).max(8).optional().catch(undefined),
  Make: text,
  Model: text,
  LensModel: text,
  FNumber: positive,
  ExposureTime: positive,
  FocalLength: positive,
  ISO: z
    .union([z.number(), z.array(z.number()).transform(([first]) => first)])
    .optional()
    .catch(undefined),
  ExifImageWidth: positive,
  ExifImageHeight: positive,
});

export interface ReadExif {
  readonly photo: PhotoMetadata;
  /** 1 to 8; 1 where nothing is said. */
  readonly orientation: number;
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** What the EXIF data of a picture says; null where there is none to be read. */
export async function readExif(blob: Bytes, head: Uint8Array): Promise<ReadExif | null> {
  const parsed = exifFields.safeParse(await parse(isWebp(head) ? await exifOfWebp(blob) : head));
  if (!parsed.success) return null;
  const exif = parsed.data;
  const { ExifImageWidth: width, ExifImageHeight: height } = exif;
  return {
    photo: photoOf(exif),
    orientation: exif.Orientation ?? 1,
    size: width === undefined || height === undefined ? null : { width, height },
  };
}

/** The library does not know WebP, but it reads the TIFF structure that EXIF data is. */
async function exifOfWebp(blob: Bytes): Promise<Uint8Array> {
  const chunk = (await readWebpChunks(blob)).find(({ type }) => type === "EXIF");
  if (chunk === undefined) return new Uint8Array();
  const bytes = await blob.read(chunk.start, Math.min(chunk.end - chunk.start, maxExifBytes));
  const hasPrefix = Buffer.from(bytes.subarray(0, 6)).equals(Buffer.from("Exif\0\0"));
  return hasPrefix ? bytes.subarray(6) : bytes;
}

async function parse(head: Uint8Array): Promise<unknown> {
  try {
    const { default: exifr } = await import("exifr");
    return await exifr.parse(head, {
      tiff: true,
      exif: true,
      gps: true,
      xmp: false,
      icc: false,
      iptc: false,
      reviveValues: false,
      translateValues: false,
    });
  } catch {
    // The library throws plain errors of many kinds on what it cannot read: it is a camera's mess.
    return null;
  }
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

/** `2024:05:06 07:08:09` → `2024-05-06T07:08:09`. */
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
