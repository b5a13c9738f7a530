import { describe, expect, test } from "vitest";
import { photoWithPlace, startFileServer } from "../file-client.ts";
import { openSyncDevice, stampAt } from "../sync-device.ts";
import { hashOf, locationOf, text, tus } from "./tus-client.ts";

describe("the existence of content", () => {
  test("is revealed only to its sender and its readers", async () => {
    await using api = await startFileServer();
    const { create, send } = tus(api);
    const { services } = api.server;
    const lacking = (user: string, ...hashes: string[]) =>
      services.blobUploads.lacking(
        { name: `users/${user}`, role: "USER", spaces: [], scope: null, device: "d" },
        hashes,
      );
    const sent = text(20);
    await send(locationOf(await create(sent)), 0, sent);
    expect(await lacking("alice", hashOf(sent))).toEqual([]);
    expect(await lacking("bob", hashOf(sent))).toEqual([hashOf(sent)]);

    const shown = text(30);
    await api.ask("POST", "/api/v1/memos?memoId=m", { content: "x", visibility: "PROTECTED" });
    await api.attach("b.txt", shown, { memo: "memos/m" });
    expect(await lacking("bob", hashOf(shown))).toEqual([]);
    await api.ask("PATCH", "/api/v1/memos/m?updateMask=visibility", { visibility: "PRIVATE" });
    expect(await lacking("bob", hashOf(shown))).toEqual([hashOf(shown)]);
    expect(await lacking("alice", hashOf(shown), "no hash")).toEqual(["no hash"]);
  });

  test("a picture whose location is stripped has another hash, which its sender gets", async () => {
    await using api = await startFileServer({ keepsMediaMetadata: async () => false });
    const { create, send } = tus(api);
    const photo = new Uint8Array(await photoWithPlace());
    const more = { filename: "p.jpg", type: "image/jpeg" };
    await send(locationOf(await create(photo, more)), 0, photo);
    const received = await api.server.services.database.read(({ receivedBlobs }) =>
      receivedBlobs.find("users/alice", hashOf(photo)),
    );
    expect(api.storedFiles()).toEqual([received?.sha256]);
    expect(received?.sha256).not.toBe(hashOf(photo));
    expect(received?.metadata).toBeNull();
  });
});

describe("a user's quota", () => {
  const quota = 150_000;
  const limits = { attachmentLimits: () => ({ uploadBytes: 100_000, quotaBytesPerUser: quota }) };
  const bytes = (seed: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(100_000).map((_, index) => (index * seed + seed) % 251);

  test("B14 · applies to uploads that were all started while there was space", async () => {
    await using api = await startFileServer(limits);
    const sent = [1, 2, 3, 4].map((seed) =>
      api.ask("POST", "/api/v1/attachments", {
        filename: `${seed}.bin`,
        content: Buffer.from(bytes(seed)).toString("base64"),
      }),
    );
    const answers = await Promise.all(sent);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 413, 413, 413]);
  });

  test("B14 · counts received content without an attachment, and each content once", async () => {
    await using api = await startFileServer(limits);
    const { create, send } = tus(api);
    const paths: string[] = [];
    for (const seed of [1, 2]) paths.push(locationOf(await create(bytes(seed))));
    const [first = "", second = ""] = paths;
    expect((await send(first, 0, bytes(1))).status).toBe(204);
    expect((await send(second, 0, bytes(2))).status).toBe(413);
    expect((await create(bytes(3))).status).toBe(413);
    const over = await api.ask("POST", "/api/v1/attachments", {
      filename: "a.bin",
      content: Buffer.from(bytes(4)).toString("base64"),
    });
    expect(over.status).toBe(413);
    // Turning received content into an attachment doesn't count it twice.
    const device = await openSyncDevice(api.server, "alice");
    const atMs = api.server.clock.nowMs;
    const op = {
      kind: "attachment.put",
      entity: "file",
      stamp: stampAt(atMs),
      creator: "users/alice",
      createdMs: atMs,
      updatedMs: atMs,
      filename: "a.bin",
      type: "application/octet-stream",
      sizeBytes: 100_000,
      sha256: hashOf(bytes(1)),
      externalLink: "",
      memo: null,
      position: 0,
      motion: null,
      metadata: null,
      stamps: { filename: stampAt(atMs), link: stampAt(atMs) },
    };
    expect((await device.push(op)).code).toBe("applied");
    expect((await device.push({ ...op, entity: "again" })).code).toBe("too-large");
    const small = new Uint8Array(40_000).fill(1);
    const path = locationOf(await create(small));
    expect((await send(path, 0, small)).status).toBe(204);
  });
});
