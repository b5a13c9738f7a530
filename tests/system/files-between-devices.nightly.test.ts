import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { parseJson } from "@tidemark/core";
import type { AttachmentView } from "@tidemark/core/router";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { apiClient, createToken } from "./api-client.ts";
import { alice, serveHere } from "./in-process-server.ts";
import { startUploadProxy, type UploadProxy } from "./upload-proxy.ts";

const fileAdded = (filename: string) => ({ code: "file-added", params: { filename } });

const unhurried = { interval: 100 };

interface Device {
  readonly host: Host;
  attach(filename: string, bytes: Buffer): Promise<{ readonly id: string }>;
  /** Returns an attachment's bytes as the page receives them; null while they aren't on the device. */
  read(id: string): Promise<Buffer | null>;
  reopen(): Promise<void>;
}

interface Setting extends AsyncDisposable {
  /** Proxy between the first device and the server. */
  readonly proxy: UploadProxy;
  readonly desk: Device;
  readonly laptop: Device;
  readonly url: string;
  /** Opens a device that isn't connected to the server. */
  stranger(): Promise<Device>;
  /** Sets the server's maximum file size. */
  limit(uploadSizeLimitBytes: number): Promise<void>;
}

async function open(): Promise<Setting> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-files-"));
  const server = await serveHere(join(dir, "server"));
  const proxy = await startUploadProxy(server.url);
  const opened = new Set<Host>();

  async function device(name: string, url: string | null): Promise<Device> {
    const folder = join(dir, name);
    mkdirSync(folder);
    let host = await openHost({ dir: folder });
    opened.add(host);
    if (url !== null) value(await host.app.connect({ url, ...alice }));
    await host.app.syncNow();
    return {
      get host() {
        return host;
      },
      async attach(filename, bytes) {
        const body = async function* () {
          yield bytes;
        };
        const reply = await host.files({
          method: "POST",
          url: `/files?filename=${filename}&size=${bytes.length}`,
          headers: {},
          body: body(),
        });
        const answer = await whole(reply.body);
        expect(reply.status, answer.toString()).toBe(200);
        return parseJson(z.looseObject({ id: z.string() }), answer.toString());
      },
      async read(id) {
        const url = `/file/attachments/${id}/x`;
        const reply = await host.files({ method: "GET", url, headers: {}, body: null });
        const bytes = await whole(reply.body);
        return reply.status === 200 ? bytes : null;
      },
      async reopen() {
        opened.delete(host);
        await host.close();
        host = await openHost({ dir: folder });
        opened.add(host);
      },
    };
  }

  return {
    proxy,
    url: server.url,
    desk: await device("desk", proxy.url),
    laptop: await device("laptop", server.url),
    stranger: () => device("stranger", null),
    async limit(uploadSizeLimitBytes) {
      const api = apiClient(server.url, (await createToken(server.url, alice)).value);
      const storageSetting = { uploadSizeLimitBytes };
      const set = await api.send("PATCH", "/instance/settings/STORAGE", { storageSetting });
      expect(set.status).toBe(200);
    },
    async [Symbol.asyncDispose]() {
      for (const host of opened) await host.close();
      await proxy[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function whole(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Returns a picture that doesn't compress: 3 bytes per pixel. */
function noisePng(width: number, height: number): Buffer {
  const part = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
    const framed = Buffer.alloc(named.length + 8);
    framed.writeUInt32BE(content.length);
    framed.set(named, 4);
    framed.writeUInt32BE(crc32(named), named.length + 4);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // 8 bits per sample, RGB.
  head.set([8, 2], 8);
  const rows = randomBytes(height * (1 + width * 3));
  // The first byte of each row is its filter type: none.
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    part("IHDR", head),
    part("IDAT", deflateSync(rows, { level: 1 })),
    part("IEND", Buffer.alloc(0)),
  ]);
}

async function filesOf({ host }: Device, memo: string): Promise<readonly AttachmentView[]> {
  const found = await host.app.getMemo(memo);
  return found.ok ? found.value.attachments : [];
}

describe("files between two devices and a server", () => {
  test("I14: a file attached offline reaches the other device byte for byte", async () => {
    await using setting = await open();
    const { proxy, desk, laptop } = setting;
    proxy.isDown = true;
    const bytes = randomBytes(300_000);
    const file = await desk.attach("photo.bin", bytes);
    const memo = value(
      await desk.host.app.createMemo({ content: "with a file", attachments: [file.id] }),
    );
    expect((await desk.host.app.syncStatus()).waiting).toBe(2);
    expect(await desk.host.app.syncTools.waiting()).toMatchObject([
      { what: fileAdded("photo.bin"), memo: { snippet: "with a file" }, waitsFor: "file" },
      { what: { code: "memo" }, memo: { snippet: "with a file" }, waitsFor: null },
    ]);
    proxy.isDown = false;
    await desk.host.app.syncNow();
    await vi.waitFor(async () => {
      expect(await laptop.read(file.id)).not.toBeNull();
    }, unhurried);
    expect((await laptop.read(file.id))?.equals(bytes)).toBe(true);
    await vi.waitFor(async () => {
      expect(await filesOf(laptop, memo.id)).toMatchObject([
        { id: file.id, filename: "photo.bin", isHere: true },
      ]);
    }, unhurried);
    await vi.waitFor(async () => {
      expect((await desk.host.app.syncStatus()).waiting).toBe(0);
    }, unhurried);

    // The server already has this content, so nothing is uploaded again.
    const sent = proxy.uploaded;
    const twin = await desk.attach("twin.bin", bytes);
    value(await desk.host.app.attachments.set(memo.id, [file.id, twin.id]));
    await vi.waitFor(async () => {
      expect((await filesOf(laptop, memo.id)).map((each) => each.filename)).toEqual([
        "photo.bin",
        "twin.bin",
      ]);
    }, unhurried);
    expect(proxy.uploaded).toBe(sent);
  });

  test("an upload cut at 90 % resumes after a restart and sends only the rest", async () => {
    await using setting = await open();
    const { proxy, desk, laptop } = setting;
    const bytes = randomBytes(6_000_000);
    proxy.cutAt = 5_400_000;
    const file = await desk.attach("film.bin", bytes);
    const memo = value(
      await desk.host.app.createMemo({ content: "large", attachments: [file.id] }),
    );
    await vi.waitFor(() => expect(proxy.isDown).toBe(true), unhurried);
    expect(proxy.uploaded).toBe(5_400_000);
    await desk.reopen();
    proxy.uploaded = 0;
    proxy.cutAt = Number.POSITIVE_INFINITY;
    proxy.isDown = false;
    await desk.host.app.syncNow();
    await vi.waitFor(async () => {
      expect(await filesOf(laptop, memo.id)).toMatchObject([{ id: file.id, isHere: false }]);
    }, unhurried);
    // A few packets that were in transit at the cut are sent again.
    expect(proxy.uploaded).toBeGreaterThanOrEqual(600_000);
    expect(proxy.uploaded).toBeLessThan(1_200_000);
    // A large file is downloaded when it is opened.
    expect(await laptop.read(file.id)).toBeNull();
    expect(value(await laptop.host.app.attachments.fetch(file.id)).isHere).toBe(true);
    expect((await laptop.read(file.id))?.equals(bytes)).toBe(true);
  });

  test("a corrupted upload is sent again; one that is always corrupted blocks nothing else", async () => {
    await using setting = await open();
    const { proxy, desk, laptop } = setting;
    proxy.toCorrupt = 1;
    const bytes = randomBytes(50_000);
    const file = await desk.attach("a.bin", bytes);
    value(await desk.host.app.createMemo({ content: "first", attachments: [file.id] }));
    await vi.waitFor(async () => {
      expect((await laptop.read(file.id))?.equals(bytes)).toBe(true);
    }, unhurried);
    expect(proxy.requests).toBe(2);

    proxy.toCorrupt = 1000;
    const bad = await desk.attach("b.bin", randomBytes(50_000));
    const memo = value(
      await desk.host.app.createMemo({ content: "text goes on", attachments: [bad.id] }),
    );
    const tools = desk.host.app.syncTools;
    await vi.waitFor(async () => {
      expect(await tools.rejected()).toMatchObject([
        { what: fileAdded("b.bin"), code: "missing-blob", memo: memo.id },
      ]);
    }, unhurried);
    await vi.waitFor(async () => {
      expect(await laptop.host.app.getMemo(memo.id)).toMatchObject({ ok: true });
    }, unhurried);

    proxy.toCorrupt = 0;
    const [refused] = await tools.rejected();
    value(await tools.retryRejected(refused?.n ?? 0));
    await vi.waitFor(async () => {
      expect(await filesOf(laptop, memo.id)).toMatchObject([{ id: bad.id, isHere: true }]);
    }, unhurried);
    expect(await tools.rejected()).toEqual([]);
  });

  test("a large file marked to keep is downloaded automatically and isn't evicted", async () => {
    await using setting = await open();
    const { desk, laptop } = setting;
    const bytes = randomBytes(5_100_000);
    const file = await desk.attach("film.bin", bytes);
    const { app } = laptop.host;
    const memo = value(
      await desk.host.app.createMemo({ content: "large", attachments: [file.id] }),
    );
    await vi.waitFor(async () => {
      expect(await filesOf(laptop, memo.id)).toMatchObject([{ isHere: false, isKept: false }]);
    }, unhurried);
    await app.attachments.setKept([file.id], true);
    await vi.waitFor(async () => {
      expect(await filesOf(laptop, memo.id)).toMatchObject([{ isHere: true, isKept: true }]);
    }, unhurried);
    const usage = { totalBytes: 5_100_000, keptBytes: 5_100_000, freeableBytes: 0 };
    expect(await app.storage.files()).toEqual({ ...usage, limitBytes: 2_000_000_000 });
    expect(await app.storage.setLimit(1_000_000)).toEqual({ ...usage, limitBytes: 1_000_000 });
    expect(await app.storage.free()).toMatchObject(usage);
    expect(await app.storage.setLimit(null)).toEqual({ ...usage, limitBytes: null });
    expect((await laptop.read(file.id))?.equals(bytes)).toBe(true);
    await app.attachments.setKept([file.id], false);
    expect(await app.storage.files()).toMatchObject({ keptBytes: 0, freeableBytes: 5_100_000 });

    // Without a server, the file couldn't be downloaded again.
    await app.disconnect();
    expect(await filesOf(laptop, memo.id)).toMatchObject([{ isHere: true, isKept: null }]);
    expect(await app.storage.free()).toMatchObject({ totalBytes: 5_100_000, freeableBytes: 0 });
  });

  test("a file over the server's size limit is refused on attaching, once the limit is known", async () => {
    await using setting = await open();
    await setting.limit(1000);
    const device = await setting.stranger();
    const { host } = device;
    const { syncTools } = host.app;
    expect((await host.app.profile()).uploadBytes).toBe(64 * 1024 * 1024);
    const bytes = randomBytes(1001);
    const file = await device.attach("before.bin", bytes);
    value(await host.app.createMemo({ content: "before", attachments: [file.id] }));
    value(await host.app.connect({ url: setting.url, ...alice }));
    expect((await host.app.profile()).uploadBytes).toBe(1000);
    const tooLarge = await host.files({
      method: "POST",
      url: "/files?filename=after.bin&size=1001",
      headers: {},
      body: (async function* () {
        yield bytes;
      })(),
    });
    expect(tooLarge.status).toBe(413);
    const { error } = JSON.parse((await whole(tooLarge.body)).toString());
    expect(error).toMatchObject({ code: "TOO_LARGE" });

    // An earlier attachment is rejected with everything that the user needs to decide.
    await vi.waitFor(async () => {
      expect(await syncTools.rejected()).toMatchObject([
        {
          what: fileAdded("before.bin"),
          code: "too-large",
          file: { id: file.id, filename: "before.bin" },
        },
      ]);
    }, unhurried);
    expect((await device.read(file.id))?.equals(bytes)).toBe(true);
    const [refused] = await syncTools.rejected();
    value(await syncTools.discardRejected(refused?.n ?? 0));
    expect(await syncTools.rejected()).toEqual([]);
    expect(await device.read(file.id)).toBeNull();
    await device.reopen();
    expect((await device.host.app.profile()).uploadBytes).toBe(1000);
    await device.host.app.disconnect();
    expect((await device.host.app.profile()).uploadBytes).toBe(64 * 1024 * 1024);
  });

  test("a large picture's thumbnail is downloaded automatically and shown offline", async () => {
    await using setting = await open();
    const { desk, laptop } = setting;
    const picture = noisePng(1600, 1200);
    const file = await desk.attach("noise.png", picture);
    const memo = value(await desk.host.app.createMemo({ content: "n", attachments: [file.id] }));
    expect(memo.attachments).toMatchObject([{ isHere: true, hasSmall: false }]);
    await vi.waitFor(async () => {
      expect(await filesOf(laptop, memo.id)).toMatchObject([{ isHere: false, hasSmall: true }]);
    }, unhurried);
    await laptop.host.app.setPaused(true);
    await laptop.reopen();
    const url = `/file/attachments/${file.id}/noise.png?thumbnail=true`;
    const ask = { method: "GET", url, headers: {}, body: null };
    const reply = await laptop.host.files(ask);
    expect(reply).toMatchObject({ status: 200, headers: { "content-type": "image/webp" } });
    const small = await whole(reply.body);
    expect(small.toString("latin1", 8, 12)).toBe("WEBP");
    expect(small.length).toBeLessThan(picture.length / 10);
    expect(await laptop.read(file.id)).toBeNull();
  });
});
