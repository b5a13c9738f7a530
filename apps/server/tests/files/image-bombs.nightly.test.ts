import { type ChildProcess, execFileSync } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import type { AttachmentRecord } from "@tidemark/core/model";
import type { BlobStore } from "@tidemark/core/attachment";
import { openFolderBlobStore } from "@tidemark/db/node";
import { pino } from "pino";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../src/cli/config.ts";
import { createRasterProcess, shrinking } from "../../src/files/raster/raster-process.ts";
import { createThumbnails } from "../../src/files/raster/thumbnails.ts";
import { startServer } from "../../src/start-server.ts";
import { startFileServer } from "../file-client.ts";

/** Returns a PNG of one colour and any size. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Greyscale, one bit per pixel.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

async function* of(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const opening = (bytes: Uint8Array) => async () => of(bytes);

/** Content that never arrives; `asked` resolves when a reader starts to read it. */
function stalled() {
  const asked = Promise.withResolvers<void>();
  const content = new Readable({ read: () => asked.resolve() });
  return { content, open: async () => content, asked: asked.promise };
}

/** Collects the processes that are started from now on, the newest last. */
function watchProcesses() {
  const started: ChildProcess[] = [];
  const heard = (message: unknown): void => {
    started.push((message as { process: ChildProcess }).process);
  };
  subscribe("child_process", heard);
  return {
    newest(): ChildProcess {
      const child = started.at(-1);
      if (child === undefined) throw new Error("no process was started");
      return child;
    },
    [Symbol.dispose]: () => void unsubscribe("child_process", heard),
  };
}

/** Kills a process as the kernel's OOM killer does, without the parent's involvement. */
async function killFromOutside(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  process.kill(child.pid ?? 0, "SIGKILL");
  await exit;
}

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

const usual = { rssBytes: 1024 ** 3, deadlineMs: 60_000 };

describe("a picture", { timeout: 120_000 }, () => {
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["of two endless rows", 74_500_000, 2],
    ["of an endless column", 2, 74_500_000],
    ["of more pixels than any camera has", 60_000, 60_000],
  ])("%s is uploaded, and has no thumbnail", async (_, width, height) => {
    await using api = await startFileServer();
    const made = await api.attach("bomb.png", png(width, height));
    expect(made).toMatchObject({ filename: "bomb.png", type: "image/png" });
    const path = `/file/${String(made["name"])}/bomb.png?thumbnail=true`;
    for (let asked = 0; asked < 2; asked += 1) {
      const answer = await api.get(path);
      const body = new Uint8Array(await answer.arrayBuffer());
      expect(answer.headers.get("content-type")).not.toBe("image/webp");
      expect(body.length === 0 || body[0] === 0x89 || body[0] === 0x7b).toBe(true);
      expect(answer.status).toBeLessThan(500);
    }
    expect((await api.server.ask("GET", "/healthz")).status).toBe(200);
  });

  test("B16 · that takes too much memory ends its process, and the next picture gets another", async () => {
    const raster = createRasterProcess({ ...usual, rssBytes: 1 });
    expect(await raster.shrink(opening(await photo()), 600)).toBeNull();
    raster.end();
    const roomy = createRasterProcess(usual);
    const small = await roomy.shrink(opening(await photo()), 600);
    expect(small).toBeInstanceOf(Uint8Array);
    expect(await roomy.readSize(await photo())).toEqual({ width: 900, height: 300 });
    roomy.end();
    expect(await roomy.readSize(await photo())).toEqual({ width: 900, height: 300 });
    roomy.end();
  });

  test("that takes too long is aborted, as is one that doesn't arrive", async () => {
    const raster = createRasterProcess({ ...usual, deadlineMs: 1 });
    expect(await raster.shrink(opening(await photo()), 600)).toBeNull();
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield await photo();
      throw new Error("the disk is gone");
    };
    const patient = createRasterProcess(usual);
    await expect(patient.shrink(async () => broken(), 600)).rejects.toThrow("the disk is gone");
    expect(await patient.shrink(opening(await photo()), 600)).toBeInstanceOf(Uint8Array);
    patient.end();
  });

  test("is opened by a process that exits with its parent", async () => {
    const program = `
      import { createRasterProcess } from ${JSON.stringify(new URL("../../src/files/raster/raster-process.ts", import.meta.url).href)};
      const raster = createRasterProcess();
      const bytes = Buffer.from(${JSON.stringify((await photo()).toString("base64"))}, "base64");
      const waits = setInterval(() => {}, 1000);
      if ((await raster.readSize(bytes)).width !== 900) process.exitCode = 3;
      clearInterval(waits);`;
    // Returns once the process has exited and its pipes are closed.
    const args = ["--input-type=module", "-e", program];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("");
  });

  test("that is pending doesn't keep its parent running", () => {
    const program = `
      import { createRasterProcess } from ${JSON.stringify(new URL("../../src/files/raster/raster-process.ts", import.meta.url).href)};
      const never = async function* () { await new Promise(() => {}); };
      void createRasterProcess().shrink(async () => never(), 60).then(() => console.log("waited"));`;
    const args = ["--input-type=module", "-e", program];
    expect(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 })).toBe("");
  });

  test("B16 · gets a new process if the old one died while idle", async () => {
    using processes = watchProcesses();
    const raster = createRasterProcess(usual);
    const bytes = await photo();
    await raster.readSize(bytes);
    await killFromOutside(processes.newest());
    expect(await raster.readSize(bytes)).toEqual({ width: 900, height: 300 });
    raster.end();
  });

  test("isn't marked unreadable if its process is killed", async () => {
    using processes = watchProcesses();
    const raster = createRasterProcess(usual);
    const first = stalled();
    const answer = raster.shrink(first.open, 60);
    await first.asked;
    await killFromOutside(processes.newest());
    expect(await answer).toBe("busy");
    expect(first.content.destroyed).toBe(true);
    expect(await raster.shrink(opening(await photo()), 60)).toBeInstanceOf(Uint8Array);
    raster.end();
  });

  test.each([
    [
      "does not open",
      (asked: () => void): Promise<never> => {
        asked();
        return new Promise(() => undefined);
      },
    ],
    ["stalls as a stream", async (asked: () => void) => new Readable({ read: asked })],
    [
      "stalls in the middle",
      async (asked: () => void) =>
        (async function* (): AsyncGenerator<Uint8Array> {
          yield await photo();
          asked();
          await new Promise(() => undefined);
        })(),
    ],
  ])("whose content %s is aborted, without affecting later ones", async (_, open) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const raster = createRasterProcess(usual);
    const asked = Promise.withResolvers<void>();
    const first = raster.shrink(() => open(asked.resolve), 60);
    const second = raster.shrink(opening(await photo()), 60);
    await asked.promise;
    vi.advanceTimersByTime(usual.deadlineMs);
    expect(await first).toBe("busy");
    expect(await second).toBeInstanceOf(Uint8Array);
    raster.end();
  });

  test("that arrives too late is closed", async () => {
    const raster = createRasterProcess({ ...usual, deadlineMs: 1 });
    const late = Promise.withResolvers<Readable>();
    expect(await raster.shrink(() => late.promise, 60)).toBe("busy");
    const content = Readable.from([await photo()]);
    late.resolve(content);
    await once(content, "close");
    raster.end();
  });

  test("isn't started after the shutdown", async () => {
    const raster = createRasterProcess(usual);
    const bytes = await photo();
    const first = stalled();
    const answers = [first.open, opening(bytes), opening(bytes)].map((open) =>
      raster.shrink(open, 60),
    );
    const size = raster.readSize(bytes);
    await first.asked;
    raster.end();
    expect(await Promise.all(answers)).toEqual(["busy", "busy", "busy"]);
    expect(await size).toBeNull();
    expect(await raster.readSize(bytes)).toEqual({ width: 900, height: 300 });
    raster.end();
  });

  test("gets a thumbnail later if its content didn't arrive at first", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-small-"));
    const blobs = await openFolderBlobStore(join(folder.path, "blobs"));
    const staged = await blobs.stage(of(await photo()), 1_000_000);
    if (!staged.ok) throw new Error("the photo is too large");
    const { sha256 } = await staged.value.keep();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const raster = createRasterProcess(usual);
    const first = stalled();
    let isStalled = true;
    const slow: BlobStore = {
      ...blobs,
      open: async (hash) => (isStalled ? first.content : blobs.open(hash)),
    };
    const thumbnails = createThumbnails(join(folder.path, "small"), slow, raster);
    const attachment = { sha256, type: "image/jpeg" } as AttachmentRecord;
    const missed = thumbnails.find(attachment);
    await first.asked;
    vi.advanceTimersByTime(usual.deadlineMs);
    expect(await missed).toBeNull();
    isStalled = false;
    const small = await thumbnails.find(attachment);
    expect(small?.sizeBytes).toBeGreaterThan(0);
    await small?.file.close();
    raster.end();
  });

  test("doesn't delay the server's shutdown", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-end-"));
    const config = readConfig(["--data", folder.path, "--port", "0"], "0.0.0");
    if (!config.ok) throw new Error("the options are wrong");
    const logger = pino({ level: "silent" });
    const server = await startServer(config.value, { version: "0.0.0", logger });
    if (!server.ok) throw new Error(server.error.message);
    shrinking.end();
    using processes = watchProcesses();
    const first = stalled();
    const answer = shrinking.shrink(first.open, 60);
    await first.asked;
    await server.value[Symbol.asyncDispose]();
    expect(processes.newest().killed).toBe(true);
    expect(await answer).toBe("busy");
  });

  test("waits in a queue, and is rejected if the queue is full", async () => {
    const raster = createRasterProcess(usual);
    const bytes = await photo();
    let opened = 0;
    const open = async (): Promise<AsyncGenerator<Uint8Array>> => {
      opened += 1;
      return of(bytes);
    };
    const asked = Array.from({ length: 70 }, () => raster.shrink(open, 60));
    const answers = await Promise.all(asked);
    expect(opened).toBe(64);
    expect(answers.filter((answer) => answer === "busy")).toHaveLength(6);
    expect(answers.filter((answer) => answer instanceof Uint8Array)).toHaveLength(64);
    raster.end();
  });
});
