import { createHash, randomBytes } from "node:crypto";
import type { AttachmentRecord } from "@tidemark/core/model";
import { pinContent } from "@tidemark/core/attachment";
import { serverUploadBytes, setFollowPublic } from "@tidemark/core/sync/device";
import { describe, expect, test } from "vitest";
import {
  attachFile,
  createWorld,
  type DeviceReplica,
  must,
  readBlob,
  type ServerReplica,
  type World,
} from "./replicas.ts";
import { epochKey } from "@tidemark/core/sync/server";

const alice = "users/alice" as const;
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Creates two connected devices of one user, with a memo that both have. */
async function start() {
  const world = await createWorld();
  const desk = await world.device("desk");
  const laptop = await world.device("laptop");
  await desk.connect();
  await laptop.connect();
  const memo = must(await desk.memos.create(await desk.caller(), { id: "m", content: "x" })).id;
  await desk.syncAll();
  await laptop.syncAll();
  return { world, desk, laptop, memo, server: world.server };
}

/** Returns every attachment of a replica, without its own numbers. */
async function rowsOf({
  database,
}: Pick<DeviceReplica | ServerReplica, "database">): Promise<unknown[]> {
  const rows = await database.read(async ({ attachments }) =>
    attachments.findMany(await attachments.ids("", 1000)),
  );
  return rows.map(({ number: _number, ...row }) => row).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function fileOf(
  { database }: Pick<DeviceReplica | ServerReplica, "database">,
  id: string,
): Promise<AttachmentRecord | null> {
  return database.read(({ attachments }) => attachments.find(id));
}

/** Checks I14: the server's attachments exist, with their author's content. */
async function expectI14(
  server: ServerReplica,
  authored: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [id, bytes] of authored) {
    const file = await fileOf(server, id);
    expect(file, id).not.toBeNull();
    const content = await readBlob(server.blobs, file?.sha256 ?? "");
    expect(content?.equals(bytes), id).toBe(true);
    expect(file?.sha256).toBe(sha(bytes));
  }
}

const rejectedOf = ({ database }: DeviceReplica) =>
  database.read(({ outbox }) => outbox.rejected(100));

describe("I14 · a synced link's content is on the server and has its hash", () => {
  test("a file attached on one device arrives on the other with every byte", async () => {
    const { world, desk, laptop, memo, server } = await start();
    await using _ = world;
    const bytes = randomBytes(20_000);
    const file = { filename: "a.bin", bytes, memo };
    const id = await attachFile(desk, await desk.caller(), file);
    await desk.syncAll();
    // Text isn't delayed, and the attachment isn't sent before its content.
    expect(await fileOf(server, id)).toBeNull();
    await desk.syncFiles();
    await expectI14(server, new Map([[id, bytes]]));
    await laptop.syncFiles();
    expect(await fileOf(laptop, id)).toMatchObject({ memo, position: 0, sha256: sha(bytes) });
    expect((await readBlob(laptop.blobs, sha(bytes)))?.equals(bytes)).toBe(true);
    for (const device of [desk, laptop]) expect(await rowsOf(device)).toEqual(await rowsOf(server));
    expect(await desk.database.read(({ blobUploads }) => blobUploads.count())).toBe(0);
  });

  test("B8a: holds for content that is wiped on the way in: devices take what the server keeps", async () => {
    const { world, desk, laptop, server } = await start();
    await using _ = world;
    const bytes = randomBytes(500);
    const wiped = randomBytes(480);
    desk.blobTransport.upload = async (file) => {
      const kept = await attachFile(server, server.caller(alice), { filename: "w", bytes: wiped });
      must(await server.attachments.remove(server.caller(alice), [kept]));
      const received = {
        user: alice,
        declaredSha256: file.sha256,
        sha256: sha(wiped),
        sizeBytes: wiped.length,
        type: "image/png",
        motion: null,
        metadata: { width: 4 },
        atMs: world.nowMs,
      };
      await server.database.write(({ receivedBlobs }) => receivedBlobs.save(received));
      return { type: "done" };
    };
    const id = await attachFile(desk, await desk.caller(), { filename: "p.png", bytes });
    await desk.syncFiles();
    await laptop.syncFiles();
    for (const each of [server, desk, laptop]) {
      expect(await fileOf(each, id)).toMatchObject({
        sha256: sha(wiped),
        sizeBytes: 480,
        metadata: { width: 4 },
      });
      expect((await readBlob(each.blobs, sha(wiped)))?.equals(wiped)).toBe(true);
    }
  });

  test("B8: users cannot attach content that they neither sent nor may read", async () => {
    const { world, desk, server } = await start();
    await using _ = world;
    const secret = randomBytes(100);
    const bob = server.caller("users/bob");
    await attachFile(server, bob, { filename: "secret", bytes: secret });
    desk.blobTransport.lackingBlobs = async () => [];
    await attachFile(desk, await desk.caller(), { filename: "guess", bytes: secret });
    await desk.syncFiles();
    expect((await rowsOf(server)).length).toBe(1);
    expect(await desk.database.read(({ blobUploads }) => blobUploads.count())).toBe(1);
  });

  test("B9: after a restore each device asserts its files again, and uploads what the server lost", async () => {
    const { world, desk, laptop, memo, server } = await start();
    await using _ = world;
    const authored = new Map<string, Uint8Array>();
    for (const name of ["a", "b"]) {
      const bytes = randomBytes(3000);
      const file = { filename: name, bytes, memo };
      authored.set(await attachFile(desk, await desk.caller(), file), bytes);
    }
    await desk.syncFiles();
    await laptop.syncFiles();
    const [lost = "", kept = ""] = authored.keys();
    await server.database.write(async (stores) => {
      await stores.meta.set(epochKey, "epoch-2");
      await stores.attachments.remove([lost]);
      for (const { scope } of await stores.feed.scopesOf("attachment", lost)) {
        await stores.feed.put({ scope, kind: "attachment", entity: lost, seq: 1, op: "evict" });
      }
    });
    for (const bytes of authored.values()) {
      await server.blobs.remove(sha(bytes), Number.POSITIVE_INFINITY);
    }
    await laptop.syncFiles();
    await expectI14(server, authored);
    await desk.syncFiles();
    await laptop.syncFiles();
    for (const device of [desk, laptop]) expect(await rowsOf(device)).toEqual(await rowsOf(server));
    expect(await fileOf(server, kept)).toMatchObject({ memo });
  });

  test("a server that lost content between upload and link requests it again", async () => {
    const { world, desk, server } = await start();
    await using _ = world;
    const bytes = randomBytes(100);
    const id = await attachFile(desk, await desk.caller(), { filename: "a", bytes });
    await desk.syncAll();
    await desk.blobSync.sendWaiting(desk.blobTransport);
    await server.blobs.remove(sha(bytes), Number.POSITIVE_INFINITY);
    await desk.syncAll();
    expect(await fileOf(server, id)).toBeNull();
    expect(await fileOf(desk, id)).not.toBeNull();
    await desk.syncFiles();
    await expectI14(server, new Map([[id, bytes]]));
  });
});

describe("a file that cannot be sent", () => {
  test("B5: delays no text, and a rejected file is listed and can be retried", async () => {
    const { world, desk, laptop, memo, server } = await start();
    await using _ = world;
    server.attachmentLimits = { uploadBytes: 50, quotaBytesPerUser: 0 };
    const bytes = randomBytes(100);
    const id = await attachFile(desk, await desk.caller(), { filename: "big", bytes, memo });
    must(await desk.memos.update(await desk.caller(), memo, { content: "text goes on" }));
    await desk.syncFiles();
    await laptop.syncFiles();
    expect((await laptop.database.read(({ memos }) => memos.find(memo)))?.content).toBe(
      "text goes on",
    );
    const [refused, ...more] = await rejectedOf(desk);
    expect(more).toEqual([]);
    expect(refused).toMatchObject({ op: { kind: "attachment.put", entity: id, filename: "big" } });
    expect(JSON.parse(refused?.error ?? "")).toEqual({ code: "too-large", content: null });
    expect(await fileOf(desk, id)).toBeNull();
    // Its content stays for a retry.
    await desk.blobSync.eraseDeleted();
    expect(await desk.blobs.has(sha(bytes))).toBe(true);
  });

  test("B12: is known in advance if the server sends its limit, which older ones do not", async () => {
    const { world, desk, server } = await start();
    await using _ = world;
    server.attachmentLimits = { uploadBytes: 50, quotaBytesPerUser: 0 };
    const known = () => desk.database.read(serverUploadBytes);
    await desk.syncAll();
    expect(await known()).toBe(50);
    const { uploadBytes: _unsaid, ...limits } = (await desk.transport.hello()).limits;
    const hello = async () => ({ ...(await desk.transport.hello()), limits });
    await desk.sync.greet({ ...desk.transport, hello });
    expect(await known()).toBeNull();
  });

  test("B7: resumes at the stored address after the connection is cut", async () => {
    const { world, desk } = await start();
    await using _ = world;
    const bytes = randomBytes(100);
    const id = await attachFile(desk, await desk.caller(), { filename: "a", bytes });
    const { upload } = desk.blobTransport;
    desk.blobTransport.upload = async (_file, { onUrl, onSent }) => {
      await onUrl("/sync/blobs/abc");
      onSent(90);
      throw new Error("the line is dead");
    };
    await desk.syncAll();
    await expect(desk.blobSync.sendWaiting(desk.blobTransport)).rejects.toThrow("dead");
    expect(await desk.database.read(({ blobUploads }) => blobUploads.find(id))).toMatchObject({
      url: "/sync/blobs/abc",
      sentBytes: 90,
      attempts: 0,
      error: "the line is dead",
    });
    const urls: (string | null)[] = [];
    desk.blobTransport.upload = async (file, progress) => {
      urls.push(file.url);
      return urls.length === 1 ? { type: "expired" } : upload(file, progress);
    };
    await desk.syncFiles();
    expect(urls).toEqual(["/sync/blobs/abc", null]);
    expect(await rejectedOf(desk)).toEqual([]);
  });

  test("B6: is rejected if it is corrupt here, and sent again if it is corrupted on the way", async () => {
    const { world, desk, server } = await start();
    await using _ = world;
    const bytes = randomBytes(100);
    const { upload } = desk.blobTransport;
    let tries = 0;
    desk.blobTransport.upload = async (file, progress) => {
      tries += 1;
      return tries === 1 ? { type: "corrupt" } : upload(file, progress);
    };
    const id = await attachFile(desk, await desk.caller(), { filename: "a", bytes });
    await desk.syncFiles();
    await expectI14(server, new Map([[id, bytes]]));
    desk.blobTransport.upload = async () => {
      tries += 1;
      return { type: "corrupt" };
    };
    const other = await attachFile(desk, await desk.caller(), {
      filename: "b",
      bytes: randomBytes(9),
    });
    await desk.syncFiles();
    expect(tries).toBeLessThan(6);
    expect(await rejectedOf(desk)).toMatchObject([{ op: { entity: other } }]);
  });

  test("is never sent if it is removed first", async () => {
    const { world, desk, server } = await start();
    await using _ = world;
    const who = await desk.caller();
    const id = await attachFile(desk, who, { filename: "a", bytes: randomBytes(9) });
    must(await desk.attachments.update(who, id, { filename: "b" }));
    must(await desk.attachments.remove(who, [id]));
    await desk.syncFiles();
    expect(await rowsOf(server)).toEqual([]);
    expect(await desk.database.read(({ outbox }) => outbox.countPending())).toBe(0);
  });
});

describe("attachments in the feed", () => {
  test("names, links and removals are synced everywhere, and the newest wins", async () => {
    const { world, desk, laptop, memo, server } = await start();
    await using _ = world;
    const who = await desk.caller();
    const id = await attachFile(desk, who, { filename: "a", bytes: randomBytes(10), memo });
    await desk.syncFiles();
    await laptop.syncFiles();
    must(await laptop.attachments.update(who, id, { filename: "from the laptop" }));
    world.nowMs += 1000;
    must(await desk.attachments.update(who, id, { memo: null }));
    must(await server.attachments.update(server.caller(alice), id, { filename: "by the API" }));
    await laptop.syncFiles();
    await desk.syncFiles();
    await laptop.syncFiles();
    expect(await fileOf(server, id)).toMatchObject({ filename: "by the API", memo: null });
    for (const device of [desk, laptop]) expect(await rowsOf(device)).toEqual(await rowsOf(server));
    must(await server.attachments.remove(server.caller(alice), [id]));
    must(await laptop.attachments.update(who, id, { filename: "too late" }));
    await laptop.syncFiles();
    await desk.syncFiles();
    expect([await rowsOf(desk), await rowsOf(laptop), await rowsOf(server)]).toEqual([[], [], []]);
  });

  test("B1: an overwritten name does not win again with the next change of the link", async () => {
    const { world, desk, memo, server } = await start();
    await using _ = world;
    const who = await desk.caller();
    const id = await attachFile(desk, who, { filename: "a", bytes: randomBytes(10), memo });
    await desk.syncFiles();
    must(await desk.attachments.update(who, id, { filename: "from the desk" }));
    world.nowMs += 1000;
    must(await server.attachments.update(server.caller(alice), id, { filename: "by the API" }));
    await desk.sync.pull(desk.transport);
    expect(await fileOf(desk, id)).toMatchObject({ filename: "by the API" });
    world.nowMs += 1000;
    must(await desk.attachments.update(who, id, { memo: null }));
    await desk.syncFiles();
    expect(await fileOf(server, id)).toMatchObject({ filename: "by the API", memo: null });
    expect(await rowsOf(desk)).toEqual(await rowsOf(server));
  });

  test("B4: files follow their memo into scopes and out of them, with their content", async () => {
    const { world, server } = await start();
    await using _ = world;
    const who = server.caller(alice);
    const phone = await world.device("phone", "users/bob");
    await phone.connect();
    await phone.database.write((stores) => setFollowPublic(stores, true));
    must(await server.memos.create(who, { id: "p", content: "y", visibility: "PROTECTED" }));
    const bytes = randomBytes(40);
    const id = await attachFile(server, who, { filename: "shown", bytes, memo: "p" });
    await phone.syncFiles();
    expect(await fileOf(phone, id)).toMatchObject({ memo: "p" });
    expect(await phone.blobs.has(sha(bytes))).toBe(true);
    for (const hide of [
      () => server.memos.update(who, "p", { visibility: "PRIVATE" }),
      () => server.memos.trash(who, "p"),
    ]) {
      must(await hide());
      await phone.syncFiles();
      expect(await rowsOf(phone)).toEqual([]);
      expect(await phone.blobs.has(sha(bytes))).toBe(false);
      await server.memos.restore(who, "p");
      must(await server.memos.update(who, "p", { visibility: "PROTECTED" }));
      await phone.syncFiles();
      expect(await fileOf(phone, id)).toMatchObject({ memo: "p" });
      expect(await phone.blobs.has(sha(bytes))).toBe(true);
    }
    must(await server.memos.purge(who, "p"));
    await phone.syncFiles();
    expect(await rowsOf(phone)).toEqual([]);
    expect(await rowsOf(server)).toEqual([]);
  });

  test("a first sync loads attachments, even before their memos", async () => {
    const { world, desk, memo, server } = await start();
    await using _ = world;
    for (let i = 0; i < 5; i += 1) {
      const file = { filename: `f${i}`, bytes: randomBytes(10), memo };
      await attachFile(desk, await desk.caller(), file);
    }
    await desk.syncFiles();
    const tablet = await world.device("tablet");
    await tablet.connect();
    await tablet.syncFiles();
    expect(await rowsOf(tablet)).toEqual(await rowsOf(server));
    expect((await rowsOf(tablet)).length).toBe(5);
  });

  test("a local profile's files are uploaded when it connects to a server", async () => {
    const { world, laptop, server } = await start();
    await using _ = world;
    const lone = await world.device("lone");
    const local = { ...server.caller("users/local"), device: "lone" };
    must(await lone.memos.create(local, { id: "own", content: "z" }));
    const bytes = randomBytes(70);
    const id = await attachFile(lone, local, { filename: "l", bytes, memo: "own" });
    await lone.connect();
    await lone.syncFiles();
    await laptop.syncFiles();
    await expectI14(server, new Map([[id, bytes]]));
    expect(await fileOf(laptop, id)).toMatchObject({ memo: "own", creator: alice });
  });

  test("B11: purging a memo elsewhere moves its unsent files to the library", async () => {
    const { world, desk, memo, server } = await start();
    await using _ = world;
    const bytes = randomBytes(30);
    const id = await attachFile(desk, await desk.caller(), { filename: "a", bytes, memo });
    must(await server.memos.purge(server.caller(alice), memo));
    await desk.syncFiles();
    expect(await fileOf(server, id)).toMatchObject({ memo: null });
    expect(await rowsOf(desk)).toEqual(await rowsOf(server));
    await expectI14(server, new Map([[id, bytes]]));
  });
});

describe("content on a device", () => {
  async function withFiles(count: number): Promise<{
    world: World;
    laptop: DeviceReplica;
    desk: DeviceReplica;
    files: { id: string; bytes: Buffer }[];
  }> {
    const { world, desk, laptop, memo } = await start();
    const files: { id: string; bytes: Buffer }[] = [];
    for (let i = 0; i < count; i += 1) {
      const bytes = randomBytes(100);
      world.nowMs += 1000;
      const file = { filename: `f${i}`, bytes, memo };
      files.push({ id: await attachFile(desk, await desk.caller(), file), bytes });
    }
    await desk.syncFiles();
    return { world, desk, laptop, files };
  }
  const here = async (device: DeviceReplica, files: { bytes: Buffer }[]): Promise<boolean[]> =>
    Promise.all(files.map(({ bytes }) => device.blobs.has(sha(bytes))));

  test("B10, B10a: is fetched newest first, verified, and asked for again when it is wrong", async () => {
    const { world, laptop, files } = await withFiles(3);
    await using _ = world;
    const { download } = laptop.blobTransport;
    const asked: string[] = [];
    laptop.blobTransport.download = async (file) => {
      asked.push(file.filename);
      if (file.filename !== "f1") return download(file);
      return (async function* () {
        yield randomBytes(100);
      })();
    };
    await laptop.syncFiles();
    expect(asked).toEqual(["f2", "f1", "f0"]);
    expect(await here(laptop, files)).toEqual([true, false, true]);
    laptop.blobTransport.download = download;
    await laptop.syncFiles();
    expect(await here(laptop, files)).toEqual([true, false, true]);
    world.nowMs += 60_000;
    await laptop.syncFiles();
    expect(await here(laptop, files)).toEqual([true, true, true]);
  });

  test("B10: is evicted least recently used first, except pinned or unsent content", async () => {
    const { world, laptop, desk, files } = await withFiles(4);
    await using _ = world;
    await laptop.syncFiles();
    const [first, second] = files;
    world.nowMs += 1000;
    await laptop.blobSync.used(sha(first?.bytes ?? Buffer.alloc(0)));
    await laptop.database.write(({ blobCache }) => blobCache.pin(second?.id ?? "", true));
    const bytes = randomBytes(100);
    await attachFile(laptop, await laptop.caller(), { filename: "new", bytes });
    world.nowMs += 3_600_000;
    expect(await laptop.blobSync.trim(250)).toBe(2);
    expect(await here(laptop, [...files, { bytes }])).toEqual([true, true, false, false, true]);
    expect(await laptop.blobSync.trim(0)).toBe(1);
    expect(await here(laptop, [...files, { bytes }])).toEqual([false, true, false, false, true]);
    // Evicted content is downloaded again when it is opened.
    const file = await fileOf(laptop, first?.id ?? "");
    if (file === null) throw new Error("the row stays");
    expect(await laptop.blobSync.fetch(laptop.blobTransport, file)).toMatchObject({ ok: true });
    expect((await here(laptop, files))[0]).toBe(true);
    expect(await here(desk, files)).toEqual([true, true, true, true]);
  });

  test("B10: pinned content is downloaded at any size, counted, and evictable after unpinning", async () => {
    const { world, desk, laptop, memo, server } = await start();
    await using _ = world;
    server.attachmentLimits = { uploadBytes: 10_000_000, quotaBytesPerUser: 0 };
    const bytes = randomBytes(5_000_000);
    const id = await attachFile(desk, await desk.caller(), { filename: "film", bytes, memo });
    await desk.syncFiles();
    await laptop.syncFiles();
    const files = [{ bytes }];
    const pin = (isPinned: boolean) =>
      laptop.database.write((stores) => pinContent(stores, [id, "none"], isPinned));
    const usage = () => laptop.database.read(({ blobCache }) => blobCache.usage());
    expect(await here(laptop, files)).toEqual([false]);
    expect(await usage()).toEqual({ totalBytes: 0, pinnedBytes: 0, evictableBytes: 0 });
    // Unpinned before the download.
    expect(await pin(true)).toEqual([memo]);
    await pin(false);
    await laptop.syncFiles();
    expect(await here(laptop, files)).toEqual([false]);

    await pin(true);
    await laptop.syncFiles();
    expect(await here(laptop, files)).toEqual([true]);
    world.nowMs += 3_600_000;
    const { length } = bytes;
    expect(await usage()).toEqual({ totalBytes: length, pinnedBytes: length, evictableBytes: 0 });
    expect(await laptop.blobSync.trim(0)).toBe(0);
    await pin(false);
    expect(await usage()).toEqual({ totalBytes: length, pinnedBytes: 0, evictableBytes: length });
    laptop.changedFiles.length = 0;
    expect(await laptop.blobSync.trim(0)).toBe(1);
    expect(await here(laptop, files)).toEqual([false]);
    expect(laptop.changedFiles).toEqual([id]);
    expect(await usage()).toEqual({ totalBytes: 0, pinnedBytes: 0, evictableBytes: 0 });
  });

  /** Shares a picture too large for automatic download with another user's phone. */
  async function withPicture() {
    const { world, server } = await start();
    server.attachmentLimits = { uploadBytes: 10_000_000, quotaBytesPerUser: 0 };
    const who = server.caller(alice);
    const phone = await world.device("phone", "users/bob");
    await phone.connect();
    await phone.database.write((stores) => setFollowPublic(stores, true));
    must(await server.memos.create(who, { id: "p", content: "y", visibility: "PROTECTED" }));
    const bytes = randomBytes(5_000_000);
    const file = { filename: "big.jpg", bytes, memo: "p", type: "image/jpeg" };
    const id = await attachFile(server, who, file);
    const small = randomBytes(70);
    const asked: unknown[] = [];
    const answers = { isThere: true };
    phone.blobTransport.downloadSmall = async (given) => {
      asked.push(given);
      if (!answers.isThere) return null;
      return (async function* () {
        yield small;
      })();
    };
    const smalls = () => phone.database.read(({ thumbnails }) => thumbnails.among([sha(bytes)]));
    return { world, server, who, phone, id, bytes, small, smalls, asked, answers };
  }

  test("B13: a picture that is not downloaded automatically gets a thumbnail, which is counted", async () => {
    const { world, phone, id, bytes, small, smalls, asked } = await withPicture();
    await using _ = world;
    await phone.syncFiles();
    expect(asked).toEqual([{ attachment: id, filename: "big.jpg", sha256: sha(bytes) }]);
    expect(await here(phone, [{ bytes }, { bytes: small }])).toEqual([false, true]);
    expect([...(await smalls())]).toEqual([[sha(bytes), { sha256: sha(small), sizeBytes: 70 }]]);
    expect(phone.changedFiles).toContain(id);
    const usage = () => phone.database.read(({ blobCache }) => blobCache.usage());
    expect(await usage()).toEqual({ totalBytes: 70, pinnedBytes: 0, evictableBytes: 0 });
    // It stays after the picture itself is downloaded and evicted.
    const file = await fileOf(phone, id);
    if (file === null) throw new Error("the row is here");
    expect(await phone.blobSync.fetch(phone.blobTransport, file)).toMatchObject({ ok: true });
    world.nowMs += 3_600_000;
    expect(await phone.blobSync.trim(0)).toBe(1);
    await phone.syncFiles();
    expect(await here(phone, [{ bytes }, { bytes: small }])).toEqual([false, true]);
    expect(asked.length).toBe(1);
  });

  test("B13: a thumbnail is deleted with a memo that leaves the device", async () => {
    const { world, server, who, phone, bytes, small, smalls } = await withPicture();
    await using _ = world;
    await phone.syncFiles();
    must(await server.memos.update(who, "p", { visibility: "PRIVATE" }));
    await phone.syncFiles();
    expect(await here(phone, [{ bytes }, { bytes: small }])).toEqual([false, false]);
    expect((await smalls()).size).toBe(0);
    expect(await phone.database.read(({ blobCache }) => blobCache.totalBytes())).toBe(0);
    // A thumbnail downloaded while its picture leaves isn't stored either.
    must(await server.memos.update(who, "p", { visibility: "PROTECTED" }));
    const { downloadSmall } = phone.blobTransport;
    phone.blobTransport.downloadSmall = async (given) => {
      must(await server.memos.update(who, "p", { visibility: "PRIVATE" }));
      await phone.syncAll();
      return (await downloadSmall?.(given)) ?? null;
    };
    await phone.syncFiles();
    expect(await here(phone, [{ bytes: small }])).toEqual([false]);
    expect((await smalls()).size).toBe(0);
  });

  test("B13: a missing thumbnail is requested five times", async () => {
    const { world, phone, smalls, asked, answers } = await withPicture();
    await using _ = world;
    answers.isThere = false;
    for (let day = 0; day < 10; day += 1) {
      await phone.syncFiles();
      world.nowMs += 86_400_000;
    }
    expect(asked.length).toBe(5);
    expect((await smalls()).size).toBe(0);
  });

  test("B13: a thumbnail is downloaded for a picture whose content was evicted", async () => {
    const { world, laptop, desk, memo } = await start();
    await using _ = world;
    const bytes = randomBytes(250_000);
    const file = { filename: "a.png", bytes, memo, type: "image/png" };
    await attachFile(desk, await desk.caller(), file);
    await desk.syncFiles();
    await laptop.syncFiles();
    expect(await here(laptop, [{ bytes }])).toEqual([true]);
    const small = randomBytes(50);
    laptop.blobTransport.downloadSmall = async () =>
      (async function* () {
        yield small;
      })();
    world.nowMs += 3_600_000;
    expect(await laptop.blobSync.trim(0)).toBe(1);
    await laptop.syncFiles();
    expect(await here(laptop, [{ bytes }, { bytes: small }])).toEqual([false, true]);
  });
});
