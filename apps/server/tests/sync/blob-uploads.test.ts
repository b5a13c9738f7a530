import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { photoWithPlace, startFileServer, type FileServer } from "../file-client.ts";
import { openSyncDevice, stampAt } from "../sync-device.ts";

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const encode = (text: string): string => Buffer.from(text).toString("base64");

interface Sent {
  readonly filename?: string;
  readonly type?: string;
  readonly sha256?: string;
  readonly length?: number | null;
  readonly bearer?: string;
}

/** Speaks tus to a server, as alice unless told otherwise. */
function tus(api: FileServer) {
  const ask = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
    bearer = api.alice,
  ) =>
    fetch(api.server.url + path, {
      method,
      headers: {
        "tus-resumable": "1.0.0",
        ...(bearer !== "" && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
  return {
    create(bytes: Uint8Array, sent: Sent = {}) {
      const { filename = "a.txt", type = "text/plain", sha256 = hashOf(bytes) } = sent;
      const metadata = Object.entries({ filename, type, sha256, user: "users/mallory" });
      const length = sent.length === undefined ? bytes.length : sent.length;
      return ask(
        "POST",
        "/sync/blobs",
        {
          ...(length === null
            ? { "upload-defer-length": "1" }
            : { "upload-length": String(length) }),
          "upload-metadata": metadata.map(([key, value]) => `${key} ${encode(value)}`).join(","),
        },
        undefined,
        sent.bearer,
      );
    },
    send: (path: string, offset: number, bytes: Uint8Array<ArrayBuffer>, bearer?: string) =>
      ask(
        "PATCH",
        path,
        { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
        bytes,
        bearer,
      ),
    head: (path: string, bearer?: string) => ask("HEAD", path, {}, undefined, bearer),
    arriving: () => readdirSync(join(api.server.folder, "uploads")),
  };
}

function locationOf(response: Response): string {
  expect(response.status).toBe(201);
  return response.headers.get("location") ?? "";
}

const text = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(length).map((_, index) => 97 + (index % 23));

describe("a file that a device sends", () => {
  test("arrives in pieces, is looked at, and then lies under its hash", async () => {
    await using api = await startFileServer();
    const { create, send, head, arriving } = tus(api);
    const bytes = text(100_000);
    const path = locationOf(await create(bytes));
    expect((await send(path, 0, bytes.slice(0, 90_000))).status).toBe(204);
    expect((await head(path)).headers.get("upload-offset")).toBe("90000");
    expect(api.storedFiles()).toEqual([]);
    expect((await send(path, 90_000, bytes.slice(90_000))).status).toBe(204);
    expect(api.storedFiles()).toEqual([hashOf(bytes)]);
    expect(arriving()).toEqual([]);
    expect((await head(path)).status).toBe(404);
  });

  test("is refused and dropped when its bytes are not those that were declared", async () => {
    await using api = await startFileServer();
    const { create, send, arriving } = tus(api);
    const bytes = text(1000);
    const path = locationOf(await create(bytes));
    const broken = bytes.slice();
    broken[500] = 0;
    const refused = await send(path, 0, broken);
    expect(refused.status).toBe(460);
    expect(await refused.json()).toEqual({
      code: "INVALID_ARGUMENT",
      message: "sha256: the content is not what was declared: send it again",
    });
    expect(api.storedFiles()).toEqual([]);
    expect(arriving()).toEqual([]);
  });

  test("has to be named, typed, hashed and measured, and to fit", async () => {
    await using api = await startFileServer({
      attachmentLimits: () => ({ uploadBytes: 1000, quotaBytesPerUser: 1500 }),
    });
    const { create, arriving } = tus(api);
    const bytes = text(10);
    const status = async (sent: Sent): Promise<number> => (await create(bytes, sent)).status;
    expect(await status({ filename: "../x" })).toBe(400);
    expect(await status({ filename: "" })).toBe(400);
    expect(await status({ type: "no type" })).toBe(400);
    expect(await status({ sha256: "abc" })).toBe(400);
    expect(await status({ length: null })).toBe(400);
    expect(await status({ length: 1001 })).toBe(413);
    await api.attach("a.txt", text(800));
    expect(await status({ length: 701 })).toBe(413);
    expect(await status({ length: 700 })).toBe(201);
    expect(arriving()).toHaveLength(2);
  });

  test("is its sender's alone while it arrives, and nobody's without a credential", async () => {
    await using api = await startFileServer();
    const { create, send, head } = tus(api);
    const bytes = text(10);
    expect((await create(bytes, { bearer: "" })).status).toBe(401);
    const path = locationOf(await create(bytes));
    const bob = await api.bob();
    expect((await head(path, bob)).status).toBe(404);
    expect((await send(path, 0, bytes, bob)).status).toBe(404);
    expect((await send(path, 0, bytes, "")).status).toBe(401);
    expect((await send(path, 0, bytes)).status).toBe(204);
  });

  test("that was begun and never ended is dropped after seven days", async () => {
    await using api = await startFileServer();
    const { create, arriving } = tus(api);
    await create(text(10));
    expect(await api.server.services.files.uploads.expire()).toBe(0);
    expect(arriving()).toHaveLength(2);
    api.server.services.files.uploads.store.expirationPeriodInMilliseconds = 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await api.server.services.files.uploads.expire()).toBe(1);
    expect(arriving()).toEqual([]);
  });
});

describe("whether content is here already", () => {
  test("is told to whoever sent it or may read it, and to nobody else", async () => {
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

  test("a picture whose place is wiped lies under another hash, which its sender is told of", async () => {
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

  test("B14 · holds for uploads that were all begun while there was room", async () => {
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

  test("B14 · counts what was received and is no attachment yet, and each content once", async () => {
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
    // What was received becomes an attachment: that is the same room.
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
