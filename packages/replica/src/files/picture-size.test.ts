import { expect, test } from "vitest";
import { pictureSize } from "./picture-size.ts";

const hex = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replaceAll(/\s/g, ""), "hex"));

const png = "89504e470d0a1a0a 0000000d 49484452 00000190 0000012c";
const exif = (orientation: string): string =>
  `ffe1 0022 457869660000 4949 2a00 08000000 0100 1201 0300 01000000 ${orientation}00 0000 00000000`;
const frame = "ffc0 0011 08 012c 0190 03 000000";

test.each([
  ["a PNG", png, [400, 300]],
  ["a GIF", "474946383961 9001 2c01", [400, 300]],
  ["a BMP from the top down", `424d ${"00".repeat(16)} 90010000 d4feffff`, [400, 300]],
  ["a lossy WebP", `52494646 00000000 57454250 56503820 ${"00".repeat(10)} 9001 2c01`, [400, 300]],
  ["a lossless WebP", `52494646 00000000 57454250 5650384c 00000000 2f 8fc14a00`, [400, 300]],
  [
    "an extended WebP",
    `52494646 00000000 57454250 56503858 0a000000 00000000 8f0100 2b0100`,
    [400, 300],
  ],
  ["a JPEG", `ffd8 ffe0 0004 0000 ${frame}`, [400, 300]],
  ["a JPEG that is shown turned", `ffd8 ${exif("06")} ${frame}`, [300, 400]],
  ["a JPEG that is shown upside down", `ffd8 ${exif("03")} ${frame}`, [400, 300]],
])("returns the size at which %s is shown", (_, bytes, [width, height]) => {
  expect(pictureSize(hex(bytes))).toEqual({ width, height });
});

test.each([
  ["nothing", ""],
  ["a text", "48656c6c6f20776f726c64"],
  ["a PNG that ends too early", png.slice(0, 40)],
  ["a PNG without extent", png.replace("00000190", "00000000")],
  ["a JPEG without a frame", "ffd8 ffe0 0004 0000"],
  ["a JPEG with an impossible length", "ffd8 ffe0 0000 ffc0"],
  ["a JPEG of marks alone", `ffd8 ${"ff".repeat(2000)}`],
  [
    "a WebP that may be turned",
    "52494646 00000000 57454250 56503858 0a000000 08000000 8f0100 2b0100",
  ],
])("returns no size for %s", (_, bytes) => {
  expect(pictureSize(hex(bytes))).toBeNull();
});
