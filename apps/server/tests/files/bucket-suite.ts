import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { S3Config } from "../../src/cli/s3-options.ts";
import { openS3Pieces } from "../../src/cluster/files/s3-pieces.ts";
import { s3Marker } from "../../src/files/store/s3-marker.ts";
import { openS3Store } from "../../src/files/store/open-s3-store.ts";
import { openBucket } from "../../src/files/store/s3-bucket.ts";
import { openFiles } from "../../src/files/store/open-files.ts";
import { startHttpServer } from "../http-server.ts";
import { all, bytesOf, keep, read, sha } from "./blobs.ts";
import { newBucket, type S3Service, useCredentials } from "./s3-services.ts";

/** Feature of real S3 services that a test service lacks. */
type Lack = "hashes" | "longer lists" | "renewal";

/** Defines the tests of a bucket for one S3 service. */
export function describeBucket(
  name: string,
  start: () => Promise<S3Service>,
  lacks: readonly Lack[] = [],
): void {
  let folder = "";
  let service: S3Service;
  let credentials: Disposable;
  let s3: S3Config;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tidemark-s3-"));
    service = await start();
    credentials = useCredentials(service);
    s3 = await newBucket(service);
    // Starting the service may install it first.
  }, 300_000);

  afterAll(async () => {
    credentials[Symbol.dispose]();
    await service[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (part: string) => openS3Store(join(folder, part), { s3 });

  describe(`a bucket of content at ${name}`, () => {
    test("stores content under its hash, and reads all of it or a range", async () => {
      using store = await open("a");
      const { blobs } = store;
      expect(await blobs.has(sha("hello"))).toBe(false);
      expect(await blobs.open(sha("hello"))).toBeNull();
      expect(await keep(blobs, "hel", "lo")).toEqual({ sha256: sha("hello") });
      expect(await blobs.has(sha("hello"))).toBe(true);
      expect(await read(await blobs.open(sha("hello")))).toBe("hello");
      expect(await read(await blobs.open(sha("hello"), { start: 1, end: 3 }))).toBe("el");
      expect(await read(await blobs.open(sha("hello"), { start: 2, end: 2 }))).toBe("");
      expect(await blobs.open(sha("other"), { start: 0, end: 0 })).toBeNull();
    });

    test("stores repeated content once, and lists everything", async () => {
      using store = await open("b");
      const { blobs } = store;
      await keep(blobs, "twice");
      await keep(blobs, "tw", "ice");
      await keep(blobs, "");
      const hashes = await all(blobs.list());
      expect(hashes.filter((hash) => hash === sha("twice"))).toHaveLength(1);
      expect(hashes).toContain(sha(""));
    });

    test("stops at the limit, and stores nothing", async () => {
      using store = await open("c");
      const refused = await store.blobs.stage(bytesOf("123", "456"), 5);
      expect(refused).toEqual({ ok: false, error: { type: "blob-too-large", maxBytes: 5 } });
      expect(await store.blobs.has(sha("123456"))).toBe(false);
    });

    test("removes old content, except if it was stored again", async () => {
      using store = await open("d");
      const { blobs } = store;
      await keep(blobs, "old");
      expect(await blobs.remove(sha("old"), Date.now() - 3_600_000)).toBe(false);
      expect(await blobs.remove(sha("old"), Date.now() + 3_600_000)).toBe(true);
      expect(await blobs.remove(sha("old"), Date.now() + 3_600_000)).toBe(false);
      expect(await blobs.has(sha("old"))).toBe(false);
    });

    test.skipIf(lacks.includes("renewal"))(
      "renews the time of content that is stored again",
      async () => {
        using bucket = await openBucket(s3);
        using store = await open("e");
        await keep(store.blobs, "again");
        const key = `blobs/${sha("again")}`;
        const firstMs = (await bucket.writtenMs(key)) ?? 0;
        // S3 reports times in whole seconds.
        await vi.waitFor(async () => {
          expect(await store.blobs.refresh(sha("again"))).toBe(true);
          expect(await bucket.writtenMs(key)).toBeGreaterThan(firstMs);
        });
        expect(await read(await store.blobs.open(sha("again")))).toBe("again");
      },
    );

    test.skipIf(lacks.includes("longer lists"))(
      "lists every name when the list is longer than a page",
      async () => {
        using bucket = await openBucket(s3);
        const file = join(folder, "empty");
        writeFileSync(file, "");
        const keys = Array.from({ length: 1005 }, (_, at) => `many/${String(at).padStart(4, "0")}`);
        const left = [...keys];
        const putSome = async (): Promise<void> => {
          for (let key = left.pop(); key !== undefined; key = left.pop()) {
            await bucket.put(key, { file, sizeBytes: 0, sha256: sha("") });
          }
        };
        await Promise.all(Array.from({ length: 8 }, putSome));
        expect((await all(bucket.list("many/"))).map(({ key }) => key)).toEqual(keys);
      },
      240_000,
    );

    test.skipIf(lacks.includes("hashes"))("rejects corrupted content", async () => {
      using bucket = await openBucket(s3);
      const file = join(folder, "broken");
      writeFileSync(file, "what came");
      const putting = bucket.put("broken", { file, sizeBytes: 9, sha256: sha("what was sent") });
      await expect(putting).rejects.toMatchObject({ error: { code: "UNAVAILABLE" } });
      expect(await bucket.writtenMs("broken")).toBeNull();
    });

    test("reads back the mark of its owner", async () => {
      using marker = s3Marker(s3);
      expect(await marker.read()).toBeNull();
      await marker.make("an instance");
      expect(await marker.read()).toBe("an instance");
    });

    test("fails to open if it doesn't exist", async () => {
      const opening = openBucket({ ...s3, bucket: "none" });
      await expect(opening).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
    });

    test("stores pieces of uploads, and lists them by upload", async () => {
      using store = await open("f");
      const pieces = await openS3Pieces(join(folder, "f", "pieces"), store.bucket);
      const names: string[] = [];
      for (const upload of ["one", "two", "one"]) {
        await using piece = await pieces.begin(upload);
        await piece.add(Buffer.from(`of ${upload}`));
        await piece.keep();
        names.push(piece.name);
      }
      {
        await using dropped = await pieces.begin("one");
        await dropped.add(Buffer.from("x"));
      }
      const listed = await all(pieces.list());
      expect(listed.map(({ upload }) => upload)).toEqual(["one", "one", "two"]);
      expect(listed.map((each) => each.name).toSorted()).toEqual(names.toSorted());
      expect(listed.every(({ writtenMs }) => Math.abs(writtenMs - Date.now()) < 60_000)).toBe(true);
      expect(await read(await pieces.open("two", names[1] ?? ""))).toBe("of two");
      await pieces.remove("two", names[1] ?? "");
      await pieces.remove("two", names[1] ?? "");
      expect(await pieces.open("two", names[1] ?? "")).toBeNull();
    });
  });

  describe(`a server with a bucket at ${name}`, () => {
    test("stores uploads in the bucket, and serves them whole and in part", async () => {
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
}
