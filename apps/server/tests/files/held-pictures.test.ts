import sharp, { type Sharp } from "sharp";
import { afterAll, expect, test } from "vitest";
import { createRasterProcess } from "../../src/files/raster/raster-process.ts";

const heldBytes = 1_000_000;
const raster = createRasterProcess({ rssBytes: 1024 ** 3, heldBytes, deadlineMs: 60_000 });
afterAll(() => raster.end());

/** Returns true if a thumbnail is made of a picture whose pixels take that many bytes. */
async function isShrunk(bytes: number, bytesPerPixel: number, encode: (picture: Sharp) => Sharp) {
  const size = { width: 100, height: Math.ceil(bytes / bytesPerPixel / 100) };
  const picture = sharp({ create: { ...size, channels: 3, background: "teal" } });
  const content = await encode(picture).toBuffer();
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield content;
  };
  return (await raster.shrink(async () => whole(), 60)) instanceof Uint8Array;
}

test.each([
  ["an interlaced PNG", 3, (picture: Sharp) => picture.png({ progressive: true })],
  [
    "an interlaced PNG of 16 bits",
    6,
    (picture: Sharp) => picture.toColourspace("rgb16").png({ progressive: true }),
  ],
  ["a progressive JPEG", 6, (picture: Sharp) => picture.jpeg({ progressive: true })],
  ["a GIF", 5, (picture: Sharp) => picture.gif()],
  ["a WebP", 4, (picture: Sharp) => picture.webp()],
  ["an AVIF", 18, (picture: Sharp) => picture.avif({ effort: 0 })],
])("%s is decoded only when all of its pixels fit into memory", async (_, each, encode) => {
  expect(await isShrunk(heldBytes * 0.9, each, encode)).toBe(true);
  expect(await isShrunk(heldBytes * 1.01, each, encode)).toBe(false);
});

test.each([
  ["a PNG", (picture: Sharp) => picture.png()],
  ["a JPEG", (picture: Sharp) => picture.jpeg()],
])("%s that is decoded row by row may have more pixels than fit", async (_, encode) => {
  expect(await isShrunk(heldBytes * 2, 3, encode)).toBe(true);
});
