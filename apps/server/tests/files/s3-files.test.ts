import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openFiles } from "../../src/files/store/open-files.ts";
import type { S3Config } from "../../src/cli/config.ts";
import { openS3BlobStore } from "../../src/files/store/s3-blob-store.ts";
import { startHttpServer } from "../http-server.ts";

// A real server that speaks S3, over HTTP on loopback.

let folder = "";
let service: S3rver;
let s3: S3Config = { bucket: "files", endpoint: null, region: "us-east-1" };

beforeAll(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "S3RVER");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "S3RVER");
  folder = mkdtempSync(join(tmpdir(), "tidemark-s3-"));
  service = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "buckets"),
    configureBuckets: [{ name: "files" }],
  });
  const { port } = await service.run();
  s3 = { ...s3, endpoint: `http://127.0.0.1:${port}` };
});

afterAll(async () => {
  await service.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of from) items.push(item);
  return items;
}

async function read(from: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  return from === null ? null : Buffer.concat(await all(from)).toString();
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

async function keep(store: Awaited<ReturnType<typeof openS3BlobStore>>, ...texts: string[]) {
  const staged = await store.stage(pieces(...texts), 1_000_000);
  if (!staged.ok) throw new Error("too large");
  await using blob = staged.value;
  return await blob.keep();
}

describe("a bucket of content", () => {
  test("keeps content under its hash, and gives all of it or a range", async () => {
    using store = await openS3BlobStore(join(folder, "a"), s3);
    expect(await store.has(sha("hello"))).toBe(false);
    expect(await store.open(sha("hello"))).toBeNull();
    expect(await keep(store, "hel", "lo")).toEqual({ sha256: sha("hello") });
    expect(await store.has(sha("hello"))).toBe(true);
    expect(await read(await store.open(sha("hello")))).toBe("hello");
    expect(await read(await store.open(sha("hello"), { start: 1, end: 3 }))).toBe("el");
    expect(await read(await store.open(sha("hello"), { start: 2, end: 2 }))).toBe("");
    expect(await store.open(sha("other"), { start: 0, end: 0 })).toBeNull();
  });

  test("keeps what comes again once, and lists everything", async () => {
    using store = await openS3BlobStore(join(folder, "b"), s3);
    await keep(store, "twice");
    await keep(store, "tw", "ice");
    await keep(store, "");
    const hashes = await all(store.list());
    expect(hashes.filter((hash) => hash === sha("twice"))).toHaveLength(1);
    expect(hashes).toContain(sha(""));
  });

  test("stops at the limit, and keeps nothing of it", async () => {
    using store = await openS3BlobStore(join(folder, "c"), s3);
    const refused = await store.stage(pieces("123", "456"), 5);
    expect(refused).toEqual({ ok: false, error: { type: "blob-too-large", maxBytes: 5 } });
    expect(await store.has(sha("123456"))).toBe(false);
  });

  test("removes what is old, and not what was kept again since", async () => {
    using store = await openS3BlobStore(join(folder, "d"), s3);
    await keep(store, "old");
    expect(await store.remove(sha("old"), Date.now() - 3_600_000)).toBe(false);
    expect(await store.remove(sha("old"), Date.now() + 3_600_000)).toBe(true);
    expect(await store.remove(sha("old"), Date.now() + 3_600_000)).toBe(false);
    expect(await store.has(sha("old"))).toBe(false);
  });

  test("that is not there is told at once", async () => {
    const opening = openS3BlobStore(join(folder, "e"), { ...s3, bucket: "none" });
    await expect(opening).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
  });

  test("whose service is gone is UNAVAILABLE, which is no word about the content", async () => {
    const other = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: join(folder, "gone"),
      configureBuckets: [{ name: "files" }],
    });
    const { port } = await other.run();
    const endpoint = `http://127.0.0.1:${port}`;
    using store = await openS3BlobStore(join(folder, "f"), { ...s3, endpoint });
    await other.close();
    for (const ask of [() => store.has(sha("x")), () => store.open(sha("x"))]) {
      await expect(ask()).rejects.toMatchObject({ error: { code: "UNAVAILABLE" } });
    }
  });
});

describe("a server with a bucket", () => {
  test("stores uploads there, and serves them whole and in part", async () => {
    const files = await openFiles(join(folder, "server"), { s3 });
    const server = await startHttpServer({}, { files });
    const bearer = await server.alice();
    const text = "tide ".repeat(50_000);
    const made = await server.ask("POST", "/api/v1/attachments", {
      bearer,
      body: { filename: "a.txt", content: Buffer.from(text).toString("base64") },
    });
    expect(made.status).toBe(200);
    const path = `/file/${String(made.body["name"])}/a.txt`;
    const get = (headers: Record<string, string>) =>
      fetch(server.url + path, { headers: { authorization: `Bearer ${bearer}`, ...headers } });
    expect(await (await get({})).text()).toBe(text);
    const part = await get({ range: "bytes=5-8" });
    expect([part.status, await part.text()]).toEqual([206, "tide"]);
    expect(await all(files.blobs.list())).toContain(sha(text));
    await server.close();
  });
});
