import { once } from "node:events";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { createRasterProcess } from "../../src/files/raster/raster-process.ts";
import { watchProcesses } from "../watch-started.ts";

test("an idle process exits, and the next picture starts another, as do two at once", async () => {
  const started = watchProcesses();
  const raster = createRasterProcess({ rssBytes: 1024 ** 3, deadlineMs: 60_000 }, 50);
  onTestFinished(() => raster.end());
  const size = { width: 9, height: 3 };
  const photo = await sharp({ create: { ...size, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  expect(await raster.readSize(photo)).toEqual(size);
  const [first] = started;
  // Waits for the process to exit.
  if (first?.exitCode === null && first.signalCode === null) await once(first, "exit");
  expect(await Promise.all([raster.readSize(photo), raster.readSize(photo)])).toEqual([size, size]);
  expect(started).toHaveLength(2);
});
