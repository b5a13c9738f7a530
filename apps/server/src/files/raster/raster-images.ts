import sharp, { type Metadata } from "sharp";

// The content selects the decoder, not the type that was sent. Only plain raster formats are enabled: SVG and
// PDF are never rendered here.
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

/** Maximum number of pixels, more than any camera has, against decompression bombs. */
const limitInputPixels = 150_000_000;
/**
 * Maximum width or height, which is the limit of JPEG. Decoders of other formats hold whole rows in memory.
 */
const longestInputSide = 65_535;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the displayed width and height of a picture from its first bytes; null if they can't be read. */
export async function readImageSize(head: Uint8Array): Promise<ImageSize | null> {
  try {
    const { autoOrient } = await sharp(head, { failOn: "none", limitInputPixels }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // sharp throws the same plain Error for an unknown format and for a truncated file.
    return null;
  }
}

/**
 * Returns the measured memory per pixel in bytes while a picture is decoded: 0 for a format that is read a
 * few rows at a time.
 */
function bytesPerPixel(picture: Metadata): number {
  const { format, channels, depth, isProgressive, bitsPerSample = 8, pages = 1 } = picture;
  const isDeep = depth === "ushort" || bitsPerSample > 8;
  switch (format) {
    case "gif":
      return 5;
    case "webp":
      // An animation also holds the previous frame and the canvas.
      return pages > 1 ? 12 : 4;
    case "heif":
      return isDeep ? 24 : 18;
    case "jpeg":
      // Coefficients of two bytes are held until the last scan.
      return isProgressive ? channels * 2 : 0;
    default:
      return isProgressive ? channels * (isDeep ? 2 : 1) : 0;
  }
}

/**
 * Returns a WebP of at most `longestSide` pixels in width and height, with its orientation applied. Returns
 * null if the picture can't be read or exceeds the pixel limits. Also returns null if decoding would take
 * more than `heldBytes` of memory, estimated from its header.
 */
export async function shrinkImage(
  content: Uint8Array,
  longestSide: number,
  heldBytes: number,
): Promise<Uint8Array | null> {
  try {
    const picture = sharp(content, { failOn: "error", limitInputPixels });
    // Only the first frame of an animation is opened, so this is the size of one frame.
    const metadata = await picture.metadata();
    const { width, height } = metadata;
    if (Math.max(width, height) > longestInputSide) return null;
    // The content is in memory twice: in pieces and concatenated.
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
