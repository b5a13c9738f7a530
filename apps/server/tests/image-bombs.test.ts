import { execFileSync } from "node:child_process";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createRasterProcess } from "../src/files/raster-process.ts";
import { startFileServer } from "./file-client.ts";

/** A PNG of one colour and of any size, in as many bytes as that takes. */
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
  // One bit a pixel, grey.
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

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();

const usual = { rssBytes: 1024 ** 3, deadlineMs: 60_000 };

describe("a picture", { timeout: 120_000 }, () => {
  test.each([
    ["of two endless rows", 74_500_000, 2],
    ["of an endless column", 2, 74_500_000],
    ["of more pixels than any camera has", 60_000, 60_000],
  ])("%s is uploaded, and has no small version", async (_, width, height) => {
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

  test("B16 · that takes too much memory ends its process, and the next one has another", async () => {
    const raster = createRasterProcess({ ...usual, rssBytes: 1 });
    expect(await raster.shrink(of(await photo()), 600)).toBeNull();
    raster.end();
    const roomy = createRasterProcess(usual);
    const small = await roomy.shrink(of(await photo()), 600);
    expect(small).toBeInstanceOf(Uint8Array);
    expect(await roomy.readSize(await photo())).toEqual({ width: 900, height: 300 });
    roomy.end();
    expect(await roomy.readSize(await photo())).toEqual({ width: 900, height: 300 });
    roomy.end();
  });

  test("that takes too long is given up, and so is one that does not arrive", async () => {
    const raster = createRasterProcess({ ...usual, deadlineMs: 1 });
    expect(await raster.shrink(of(await photo()), 600)).toBeNull();
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield await photo();
      throw new Error("the disk is gone");
    };
    const patient = createRasterProcess(usual);
    await expect(patient.shrink(broken(), 600)).rejects.toThrow("the disk is gone");
    expect(await patient.shrink(of(await photo()), 600)).toBeInstanceOf(Uint8Array);
    patient.end();
  });

  test("is opened by a process that goes with the one that asked", async () => {
    const program = `
      import { createRasterProcess } from ${JSON.stringify(new URL("../src/files/raster-process.ts", import.meta.url).href)};
      const raster = createRasterProcess();
      const bytes = Buffer.from(${JSON.stringify((await photo()).toString("base64"))}, "base64");
      const waits = setInterval(() => {}, 1000);
      if ((await raster.readSize(bytes)).width !== 900) process.exitCode = 3;
      clearInterval(waits);`;
    // It returns when the process has ended and nobody holds its pipes any more.
    const args = ["--input-type=module", "-e", program];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("");
  });

  test("waits for its turn, and more than are worth waiting for are not taken", async () => {
    const raster = createRasterProcess(usual);
    const bytes = await photo();
    const asked = Array.from({ length: 70 }, () => raster.shrink(of(bytes), 60));
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === "busy")).toHaveLength(6);
    expect(answers.filter((answer) => answer instanceof Uint8Array)).toHaveLength(64);
    raster.end();
  });
});
