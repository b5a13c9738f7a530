import { Readable } from "node:stream";
import sharp from "sharp";

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
// Several pictures at a time, each on one thread.
sharp.concurrency(1);

/** A bomb of more pixels than any camera has is not opened. */
const limitInputPixels = 150_000_000;

/** Width and height of a picture as it is seen, from its first bytes; null when they do not say. */
export async function readImageSize(
  head: Uint8Array,
): Promise<{ readonly width: number; readonly height: number } | null> {
  try {
    const { autoOrient } = await sharp(head, { failOn: "none", limitInputPixels }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    // sharp tells a format that it does not know, and one cut short, by the same plain Error.
    return null;
  }
}

/** A WebP of at most `longestSide` pixels either way, turned as it is to be seen; null when the picture cannot be read. */
export async function shrinkImage(
  source: AsyncIterable<Uint8Array>,
  longestSide: number,
): Promise<Uint8Array | null> {
  const shrink = sharp({ failOn: "error", limitInputPixels })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 });
  const input = Readable.from(source);
  input.once("error", (error) => shrink.destroy(error));
  input.pipe(shrink);
  try {
    return await shrink.toBuffer();
  } catch {
    // A disk that fails says nothing about the picture.
    if (input.errored !== null) throw input.errored;
    return null;
  } finally {
    input.destroy();
  }
}
