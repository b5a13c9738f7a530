import sharp, { type Metadata } from "sharp";

// Content decides what opens a picture, whatever its type says: nothing but plain raster formats, so
// that no SVG or PDF is ever run through a renderer here.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadHeif",
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** A bomb of more pixels than any camera has is not opened. */
const limitInputPixels = 150_000_000;
/** The longest side that a JPEG can have: rows of other formats are kept whole while they are read. */
const longestInputSide = 65_535;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Width and height of a picture as it is seen, from its first bytes; null when they do not say. */
export async function readImageSize(head: Uint8Array): Promise<ImageSize | null> {
  try {
    const { autoOrient } = await sharp(head, { failOn: "none", limitInputPixels }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // sharp tells a format that it does not know, and one cut short, by the same plain Error.
    return null;
  }
}

/**
 * Returns the bytes of memory that each pixel takes while a picture is decoded, as measured: 0 where a
 * format is read a few rows at a time.
 */
function bytesPerPixel(picture: Metadata): number {
  const { format, channels, depth, isProgressive, bitsPerSample = 8, pages = 1 } = picture;
  const isDeep = depth === "ushort" || bitsPerSample > 8;
  switch (format) {
    case "gif":
      return 5;
    case "webp":
      // An animation has the picture before and the one that is drawn as well.
      return pages > 1 ? 12 : 4;
    case "heif":
      return isDeep ? 24 : 18;
    case "jpeg":
      // Coefficients of two bytes, until the last scan is there.
      return isProgressive ? channels * 2 : 0;
    default:
      return isProgressive ? channels * (isDeep ? 2 : 1) : 0;
  }
}

/**
 * A WebP of at most `longestSide` pixels either way, turned as it is to be seen; null when the picture
 * cannot be read, is larger than any that is, or would take more than `heldBytes` of memory, judged by
 * its header before anything is decoded.
 */
export async function shrinkImage(
  content: Uint8Array,
  longestSide: number,
  heldBytes: number,
): Promise<Uint8Array | null> {
  try {
    const picture = sharp(content, { failOn: "error", limitInputPixels });
    // Of what moves, only the first picture is opened: the size is that of one.
    const metadata = await picture.metadata();
    const { width, height } = metadata;
    if (Math.max(width, height) > longestInputSide) return null;
    // The content is there in pieces and whole.
    const held = width * height * bytesPerPixel(metadata);
    if (held > 0 && held + 2 * content.length > heldBytes) return null;
    return await picture
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    return null;
  }
}
