import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumLaunchOptions } from "../chromium.ts";
import { desktop } from "./workshop.ts";

// Converts build/icon.svg to the icon formats of Windows, macOS and browsers: `node scripts/packaging/draw-icons.ts`,
// when the drawing changes. The results are committed, so packaging needs no tool for it.

const drawing = readFileSync(join(desktop, "build/icon.svg"), "utf8");
const browser = await chromium.launch(chromiumLaunchOptions());
const page = await browser.newPage();

const ico: [size: number, png: Buffer][] = [];
for (const size of [16, 24, 32, 48, 64, 128, 256]) ico.push([size, await draw(size, drawing)]);
writeFileSync(join(desktop, "build/icon.ico"), icoOf(ico));

// Icons of macOS apps fill 824 of 1024 pixels; this drawing fills 896.
const side = (1024 * 896) / 824;
const padded = drawing.replace(
  'viewBox="0 0 1024 1024"',
  `viewBox="${(1024 - side) / 2} ${(1024 - side) / 2} ${side} ${side}"`,
);
const icns: [type: string, png: Buffer][] = [];
for (const [type, size] of [
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic13", 256],
  ["ic08", 256],
  ["ic14", 512],
  ["ic09", 512],
  ["ic10", 1024],
] as const) {
  icns.push([type, await draw(size, padded)]);
}
writeFileSync(join(desktop, "build/icon.icns"), icnsOf(icns));

// Icons of the page in browsers. A maskable one is cropped to any shape, so its ground fills all of it.
const ofPage = join(desktop, "../web/src/page/public/icons");
writeFileSync(join(ofPage, "icon.svg"), drawing);
for (const size of [192, 512]) {
  writeFileSync(join(ofPage, `icon-${size}.png`), await draw(size, drawing));
}
const maskable = drawing
  .replace('viewBox="0 0 1024 1024"', 'viewBox="-128 -128 1280 1280"')
  .replace(
    'x="64" y="64" width="896" height="896" rx="208"',
    'x="-128" y="-128" width="1280" height="1280"',
  );
writeFileSync(join(ofPage, "icon-maskable-512.png"), await draw(512, maskable));
await browser.close();

async function draw(size: number, svg: string): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  const sized = svg.replace(
    "<svg ",
    `<svg width="${size}" height="${size}" style="display:block" `,
  );
  await page.setContent(`<body style="margin:0">${sized}</body>`);
  return await page.screenshot({ omitBackground: true });
}

/** Builds an .ico file: a table of offsets, then the images as PNG. */
function icoOf(pictures: readonly (readonly [number, Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [n, [size, png]] of pictures.entries()) {
    const entry = 6 + 16 * n;
    // 0 means 256.
    head.set([size % 256, size % 256, 0, 0], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}

/** Builds an .icns file: each image as PNG after its type and length. */
function icnsOf(pictures: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = pictures.map(([type, png]) => block(type, png));
  return block("icns", Buffer.concat(parts));
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}
