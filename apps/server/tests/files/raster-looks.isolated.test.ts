import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type * as fs from "node:fs/promises";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRasterProcess } from "../../src/files/raster/raster-process.ts";

/** Fake for `/proc` reads of a process's memory; the test decides when they resolve. */
const looks = vi.hoisted(() => ({
  begun: Promise.withResolvers<void>(),
  statm: Promise.withResolvers<string>(),
}));
vi.mock("node:fs/promises", async (original) => ({
  ...(await original<typeof fs>()),
  readFile: () => {
    looks.begun.resolve();
    return looks.statm.promise;
  },
}));

const started: ChildProcess[] = [];
const heard = (message: unknown): void => {
  started.push((message as { process: ChildProcess }).process);
};
beforeEach(() => subscribe("child_process", heard));
afterEach(() => void unsubscribe("child_process", heard));

test("a memory check that resolves after the result kills no process", async () => {
  const raster = createRasterProcess({ rssBytes: 1024 ** 3, deadlineMs: 60_000 });
  const photo = await sharp({ create: { width: 9, height: 3, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const content = async function* (): AsyncGenerator<Uint8Array> {
    await looks.begun.promise;
    yield photo;
  };
  expect(await raster.shrink(async () => content(), 60)).toBeInstanceOf(Uint8Array);
  looks.statm.resolve(`0 ${1024 ** 3} 0`);
  await looks.statm.promise;
  expect(await raster.readSize(photo)).toEqual({ width: 9, height: 3 });
  expect(started).toHaveLength(1);
  raster.end();
});
